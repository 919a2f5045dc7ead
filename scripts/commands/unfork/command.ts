import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { UNFORK_COMMAND } from "./definition";
import { makeWhole, type Whole } from "./make-whole";
import { placeFiles } from "../../lib/environments/place-files";
import { openWorkplace } from "../../lib/environments/workplace";
import { UsageError } from "../../lib/errors/usage";
import { environmentPath } from "../../lib/environments/environment-path";

/** `railyard unfork`. @returns the exit code */
export function unforkCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(UNFORK_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`name one environment, not ${positionals.length}`);
    const place = openWorkplace(context.root);
    const whole = makeWhole(place, name, context.clock());
    const written = !values["dry-run"];
    if (written) placeFiles(place.folder, [{ name: `${name}.ts`, text: whole.text, before: whole.before }]);
    context.print(values.json ? json(name, whole, written) : lines(name, whole, written).join("\n"));
    return 0;
  });
}

function lines(name: string, { followed, text, comments }: Whole, written: boolean): string[] {
  const indented = comments.flatMap((comment) => comment.split("\n").map((line) => `  ${line.trim()}`));
  return [
    ...(written
      ? [
          `${environmentPath(name)} says everything itself, and makes the same environment. It followed ${followed.join(", which follows ")}.`,
        ]
      : [`-- ${environmentPath(name)}`, text.trimEnd()]),
    ...(comments.length ? ["", "Comments that are lost:", ...indented] : []),
    ...(written ? [] : ["", "Nothing was written."]),
  ];
}

function json(name: string, { followed, text, comments }: Whole, written: boolean): string {
  const report = { environment: name, followed, written, path: environmentPath(name), text, lostComments: comments };
  return JSON.stringify(report, null, 2);
}
