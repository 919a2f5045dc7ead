import type { LoadedEnvironment } from "../../../config";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { DESCRIBE_COMMAND } from "./definition";
import { sheetPage } from "./page";
import { dataSheet } from "./sheet";
import { sheetText } from "./text";
import { loadFor } from "../../lib/environments/load-for";
import { isPage } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { UsageError } from "../../lib/errors/usage";

/** `railyard describe`. @returns the exit code */
export function describeCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(DESCRIBE_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    const page =
      values.html === undefined
        ? null
        : outputFile({ option: "--html", path: values.html, isGenerated: isPage, force: values.force });
    const [{ resolved }] = loadFor("describe", [name], context) as [LoadedEnvironment];
    if (page) writeOutputs([{ ...page, text: sheetPage(resolved, pageOrigin(context.root, context.clock())) }]);
    if (values.json) context.print(JSON.stringify(dataSheet(resolved), null, 2));
    else context.print(values.html === undefined ? sheetText(dataSheet(resolved)) : `wrote ${values.html}`);
    return 0;
  });
}
