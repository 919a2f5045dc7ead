import type { CommandContext } from "../../cli/command";
import { place } from "../../cli/option-checks";
import { isJsonWith } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { checkStacks } from "./check-stacks";
import { CHECKOV_VERSION, findCheckov, installCheckov } from "./checkov";
import { EXCEPTIONS_FILE, judge, readExceptions } from "./exceptions";
import { isGood, reportJson, reportText, type PolicyReport } from "./report";
import { sarif } from "./sarif";

const HELP = `Check the synthesized Terraform against Checkov's policies. Every failure is fixed, or has its reason in
${EXCEPTIONS_FILE}.

  npx railyard policy             every environment
  npx railyard policy research    these environments
  npx railyard policy --install   install Checkov ${CHECKOV_VERSION} first, if it is not there

  --sarif <file>   write the failures as SARIF 2.1.0, those with a reason as suppressed
  --force          replace that file, whoever wrote it
  --json           print JSON instead of text
  --install        put Checkov into a virtual environment in node_modules/.cache; needs python3 and PyPI
  --help           this text

Nothing is asked of any network but by --install. Checkov: the program that CHECKOV names, that of --install, or that
of the PATH. An exception that matches no failure is an error when every environment is checked.
Exit code: 0 every failure has a reason; 1 something is wrong, such as no Checkov; 2 a failure has no
reason, or an exception is wrong.`;

/** `railyard policy`. @returns the exit code */
export function policyCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const { root } = context;
    const file =
      values.sarif === undefined
        ? null
        : outputFile({
            option: "--sarif",
            path: values.sarif,
            isOurs: isJsonWith("runs", "version"),
            force: values.force,
          });
    const exceptions = readExceptions(root);
    const now = context.clock();
    const environments = loadWritten(positionals, now).map(({ resolved }) => resolved);
    if (values.install) installCheckov(root);
    const { result, stacks, placeOf } = checkStacks(environments, findCheckov(root));
    const complete = environments.length === writtenNames().length;
    const report: PolicyReport = {
      environments: environments.map(({ name }) => name),
      stacks: stacks.length,
      result,
      ...judge({ failures: result.failures, exceptions, now, complete }),
    };
    if (file) writeOutputs([{ ...file, text: `${JSON.stringify(sarif(report.failures, placeOf), null, 2)}\n` }]);
    context.print(values.json ? reportJson(report) : reportText(report));
    return isGood(report) ? 0 : 2;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard policy --help" });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    sarif: { type: "string", check: place },
    json: { type: "boolean" },
    install: { type: "boolean" },
    force: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
