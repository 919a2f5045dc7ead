import { join, resolve } from "node:path";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { UsageError } from "../../lib/errors/usage";
import { outputFolder, writeFiles } from "../../lib/files/output";
import { isTextOf } from "../../lib/files/output-kinds";
import { shownPath } from "../../lib/files/shown-path";
import { EXAMPLES_COMMAND } from "./definition";
import { samplesOf } from "./samples";

/** `railyard examples <environment>`. @returns the exit code */
export function examplesCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(EXAMPLES_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError("examples takes the name of one environment");
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const { resolved } = loadFor("examples", [name], context)[0]!;
    const usual = EXAMPLES_COMMAND.options.image.default;
    const {
      files,
      notes,
      refused = [],
    } = samplesOf(resolved, {
      asked: values.image === usual ? null : values.image,
      usual,
      nccl: values["nccl-image"] ?? null,
    });
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "examples", resolved.name));
    const own = join(context.root, "cdktf.out");
    const written = writeFiles({
      folder: out,
      files,
      isGenerated: isTextOf("examples"),
      force: values.force,
      own,
    });
    if (values.json) {
      context.print(JSON.stringify({ environment: resolved.name, files: written, notes, refused }, null, 2));
      return refused.length > 0 ? 1 : 0;
    }
    for (const path of written) context.print(shownPath(path));
    for (const note of notes) context.print(note);
    for (const problem of refused) context.printError(problem);
    return refused.length > 0 ? 1 : 0;
  });
}
