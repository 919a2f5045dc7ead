import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { EXPLAIN_COMMAND } from "./definition";
import { writtenNames } from "../../lib/environments/environment-table";
import { explainKey } from "./key";
import { parseKey } from "../../lib/environments/key-path";
import { keyText } from "./key-text";
import { knownEnvironment } from "./known-environment";
import { explainWord, type Explanation } from "./subject";
import { UsageError } from "../../lib/errors/usage";

/** `railyard explain`. @returns the exit code */
export function explainCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(EXPLAIN_COMMAND, args, context, ({ values, positionals }) => {
    const [subject, key, ...more] = positionals;
    if (subject === undefined || more.length > 0)
      throw new UsageError(
        `name one thing, or an environment and a key of it, not ${positionals.length === 0 ? "nothing" : `${positionals.length} words`}`,
      );
    const { text, json } = explained(subject, key, context);
    context.print(values.json ? JSON.stringify(json, null, 2) : text);
    return 0;
  });
}

function explained(subject: string, key: string | undefined, context: CommandContext): Explanation {
  const environments = writtenNames();
  if (key === undefined && !environments.includes(subject)) return explainWord(subject, environments);
  const explanation = explainKey(parseKey(key ?? ""), knownEnvironment(subject, context));
  return { text: keyText(explanation), json: explanation };
}
