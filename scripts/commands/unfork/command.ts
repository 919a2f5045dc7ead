import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { makeWhole, type Whole } from "./make-whole";
import { placeFiles } from "../../lib/environments/place-files";
import { openWorkplace, pathOf } from "../../lib/environments/workplace";
import { readArgs } from "../../cli/read-args";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Write an environment out in full, so that it follows no other one any more.

  npx railyard unfork research-eu             writes config/environments/research-eu.ts anew
  npx railyard unfork research-eu --dry-run   prints it

The new file is checked to make exactly the same environment. Comments, constants and imports of the file are lost:
comments are printed, so that they can be put back by hand.

  --dry-run   print the file, write nothing
  --json      print the file and the lost comments as JSON
  --help      this text

Exit code: 0 written, or would be; 1 something is wrong and nothing was written.`;

/** `railyard unfork`. @returns the exit code */
export function unforkCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`name one environment, not ${positionals.length}`);
    const place = openWorkplace(context.root);
    const whole = makeWhole(place, name, context.clock());
    const written = !values["dry-run"];
    if (written) placeFiles(place.folder, [{ name: `${name}.ts`, text: whole.text, before: whole.before }]);
    context.print(values.json ? json(name, whole, written) : lines(name, whole, written).join("\n"));
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard unfork --help", untouched: "Nothing was written." });
  }
}

function lines(name: string, { followed, text, comments }: Whole, written: boolean): string[] {
  const indented = comments.flatMap((comment) => comment.split("\n").map((line) => `  ${line.trim()}`));
  return [
    ...(written
      ? [
          `${pathOf(name)} says everything itself, and makes the same environment. It followed ${followed.join(", which follows ")}.`,
        ]
      : [`-- ${pathOf(name)}`, text.trimEnd()]),
    ...(comments.length ? ["", "Comments that are lost:", ...indented] : []),
    ...(written ? [] : ["", "Nothing was written."]),
  ];
}

function json(name: string, { followed, text, comments }: Whole, written: boolean): string {
  const told = { environment: name, followed, written, path: pathOf(name), text, lostComments: comments };
  return JSON.stringify(told, null, 2);
}

const parse = (args: readonly string[]) =>
  readArgs(args, { "dry-run": { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } });
