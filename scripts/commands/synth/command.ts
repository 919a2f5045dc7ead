import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { SYNTH_COMMAND } from "./definition";
import { ConfigError } from "../../../config/kernel/issues";
import { jsonProblems } from "../../lib/environments/report-problems";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { environmentSummary, synthJson } from "./summary";
import { synthesize, synthesizeInto } from "../../lib/synth/synthesize";

/** `railyard synth`: config → checks → stacks → Terraform JSON, all or nothing. @returns the exit code */
export function synthCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(SYNTH_COMMAND, args, context, ({ values, positionals }) => {
    try {
      return synthesizeAll(values, positionals, context);
    } catch (error) {
      if (values.json !== true || !(error instanceof ConfigError)) throw error;
      context.print(
        JSON.stringify({ environments: [], removed: [], problems: jsonProblems(error, context.root) }, null, 2),
      );
      return 1;
    }
  });
}

function synthesizeAll(
  values: ValuesOf<typeof SYNTH_COMMAND>,
  names: readonly string[],
  context: CommandContext,
): number {
  const loaded = loadFor(
    "synth",
    names,
    values.now === undefined ? context : { ...context, clock: () => new Date(values.now!) },
  );
  const environments = loaded.map(({ resolved }) => resolved);
  const { stacks, removed } =
    context.outdir === undefined
      ? synthesize(environments, `${context.root}/cdktf.out`, writtenNames())
      : { stacks: synthesizeInto(environments, context.outdir), removed: [] };
  // under the CDKTF CLI the summary would stand in the way of the CLI's own output
  if (values.json) {
    context.print(
      JSON.stringify({ environments: loaded.map((one) => synthJson(one, stacks)), removed, problems: [] }, null, 2),
    );
    return 0;
  }
  const quiet = values.quiet === true || context.outdir !== undefined;
  for (const environment of loaded) context.print(environmentSummary(environment, stacks, quiet));
  if (removed.length && !quiet)
    context.print(`Removed from cdktf.out/stacks, since no environment has them any more: ${removed.join(", ")}`);
  return 0;
}
