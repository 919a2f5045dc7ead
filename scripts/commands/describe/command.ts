import type { LoadedEnvironment } from "../../../config";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { sheetPage } from "./page";
import { dataSheet } from "./sheet";
import { sheetText } from "./text";
import { loadWritten } from "../../lib/environments/environment-table";
import { place } from "../../cli/option-checks";
import { isPage } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { readArgs } from "../../cli/read-args";
import { UsageError } from "../../lib/errors/usage";

const HELP = `The data sheet of an environment: GPUs, NVLink domains, EFA and bisection, storage, money, expected failures, partitions.

  npx railyard describe research                        for the terminal
  npx railyard describe research --json                 for programs; null is unknown
  npx railyard describe research --html research.html   a page with the drawing, in one file

  --json          print it as JSON
  --html <file>   write the page; a page of Railyard that is there is replaced
  --force         replace the file, whoever wrote it
  --help          this text

All numbers are those of full size. What no document says is called unknown.
Exit code: 0 described; 1 something is wrong, and no file was written.`;

/** `railyard describe`. @returns the exit code */
export function describeCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    const page =
      values.html === undefined
        ? null
        : outputFile({ option: "--html", path: values.html, isOurs: isPage, force: values.force });
    const [{ resolved }] = loadWritten([name], context.clock()) as [LoadedEnvironment];
    if (page) writeOutputs([{ ...page, text: sheetPage(resolved, pageOrigin(context.root, context.clock())) }]);
    if (values.json) context.print(JSON.stringify(dataSheet(resolved), null, 2));
    else context.print(values.html === undefined ? sheetText(dataSheet(resolved)) : `wrote ${values.html}`);
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard describe --help" });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    json: { type: "boolean" },
    html: { type: "string", check: place },
    force: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
