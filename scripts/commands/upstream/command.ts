import { loadEnvironments } from "../../../config";
import { ConfigError } from "../../../config/issues";
import { readRow, unknownEnvironment } from "../../../config/read-row";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { commitText, followingSince } from "./following-since";
import { originalAt } from "./original-at";
import { upstreamChanges } from "./upstream-changes";
import { upstreamLines } from "./upstream-report";
import { followedBy, openWorkplace, pathOf, type Following, type Workplace } from "../../lib/environments/workplace";
import { gitRef } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { problemReport } from "../../lib/environments/report-problems";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Say what an original has changed, and what that does to an environment that follows it.

  npx railyard upstream research-eu                       since research-eu began to follow it
  npx railyard upstream research-eu --since origin/main   since that commit

Values are compared, not commits: what the original has changed and taken back is not told, and what has come through is
told again. Uncommitted changes of the original count. Each changed key comes through, with its update policy; or is
overridden, and does nothing; or does something else here, by what is written around it.

  --since <git ref>   commit, branch or tag to compare with, such as the one that
                      you have looked at last
  --json              print the changes as JSON
  --help              this text

Exit code: 0 told; 1 something is wrong; 2 told, and the environment as it is now breaks a rule.`;

/** `railyard upstream`. @returns the exit code */
export async function upstreamCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`name one environment, not ${positionals.length}`);
    const place = openWorkplace(context.root);
    const following = assertFollowing(place, name);
    const since = values.since ?? followingSince(place.root, pathOf(name));
    const before = await interruptible((signal) =>
      originalAt(following.originalName, { root: place.root, ref: since, signal }),
    );
    const { changes, further } = upstreamChanges(following, before.input);
    const problems = problemsOf(place, name, context.clock());
    const told = { environment: name, follows: following.chain, since: before.commit, changes, further };
    if (values.json)
      context.print(JSON.stringify({ ...told, problems: problems?.environments[0]?.issues ?? [] }, null, 2));
    else {
      for (const line of upstreamLines(told, commitText(place.root, before.commit))) context.print(line);
      if (problems) context.print(`\nAs it is now, it cannot be built:\n${problemReport(problems, context.root)}`);
    }
    return problems ? 2 : 0;
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard upstream --help" });
  }
}

/** Only its row must be well: an environment that breaks rules by what its original changed is what this is for. */
function assertFollowing(place: Workplace, name: string): Following {
  const { table, files } = place;
  const row = Object.hasOwn(table, name)
    ? readRow(table[name], name, files)
    : { issue: unknownEnvironment(name, Object.keys(table), files) };
  if ("issue" in row) throw new ConfigError([{ environment: name, issues: [row.issue] }]);
  return followedBy(place, name);
}

function problemsOf({ table, files }: Workplace, name: string, now: Date): ConfigError | null {
  try {
    loadEnvironments(table, [name], now, files);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    since: { type: "string", check: gitRef },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
