import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { writtenNames } from "../../lib/environments/environment-table";
import { explainKey } from "./key";
import { parseKey } from "../../lib/environments/key-path";
import { keyText } from "./key-text";
import { knownEnvironment } from "./known-environment";
import { explainWord, type Explanation } from "./subject";
import { readArgs } from "../../cli/read-args";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Say what a key, a rule or a fact is: its value, where that comes from, what changing it does, and who says so.

  npx railyard explain research lustre.throughput   a key of an environment; its value and who wrote it
  npx railyard explain research nodeGroups.h100     keys that hold others list them
  npx railyard explain research                     the environment's own keys
  npx railyard explain lustre.throughput            a key of any environment
  npx railyard explain network/vpc-size             a rule
  npx railyard explain p5.48xlarge                  an instance type: all that the facts know, with sources
  npx railyard explain us-east-1                    a Region or a Local Zone
  npx railyard explain GLACIER_IR                   an S3 storage class
  npx railyard explain persistent-2-ssd             a kind of Lustre file system

  --json   print it as JSON
  --help   this text

A single word that is the name of an environment means the environment.
Exit code: 0 explained; 1 there is nothing of that name, or the environment has problems.`;

/** `railyard explain`. @returns the exit code */
export function explainCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [subject, key, ...more] = positionals;
    if (subject === undefined || more.length > 0)
      throw new UsageError(
        `name one thing, or an environment and a key of it, not ${positionals.length === 0 ? "nothing" : `${positionals.length} words`}`,
      );
    const { text, json } = explained(subject, key, context);
    context.print(values.json ? JSON.stringify(json, null, 2) : text);
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard explain --help" });
  }
}

function explained(subject: string, key: string | undefined, { root, clock }: CommandContext): Explanation {
  const environments = writtenNames();
  if (key === undefined && !environments.includes(subject)) return explainWord(subject, environments);
  const told = explainKey(parseKey(key ?? ""), knownEnvironment(subject, root, clock()));
  return { text: keyText(told), json: told };
}

const parse = (args: readonly string[]) =>
  readArgs(args, { json: { type: "boolean" }, help: { type: "boolean", short: "h" } });
