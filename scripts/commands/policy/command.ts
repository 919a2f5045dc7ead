import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { POLICY_COMMAND } from "./definition";
import { isJsonWith } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { checkStacks } from "./check-stacks";
import { findCheckov, installCheckov } from "./checkov";
import { judge, readExceptions } from "./exceptions";
import { isGood, reportJson, reportText, type PolicyReport } from "./report";
import { sarif } from "./sarif";

/** `railyard policy`. @returns the exit code */
export function policyCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(POLICY_COMMAND, args, context, ({ values, positionals }) => {
    const { root } = context;
    const file =
      values.sarif === undefined
        ? null
        : outputFile({
            option: "--sarif",
            path: values.sarif,
            isGenerated: isJsonWith("runs", "version"),
            force: values.force,
          });
    const exceptions = readExceptions(root);
    const now = context.clock();
    const environments = loadFor("policy", positionals, context).map(({ resolved }) => resolved);
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
  });
}
