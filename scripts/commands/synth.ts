import { parseArgs } from "node:util";
import { loadEnvironments } from "../../config";
import { ENVIRONMENTS } from "../../config/environments";
import { ConfigError } from "../../config/issues";
import type { CommandContext } from "../command";
import { environmentSummary } from "../summary";
import { problemReport } from "../report-problems";
import { synthesize, SynthError } from "../synthesize";
import { UsageError, usageText } from "../usage";

const HELP = `Check and synthesize environments into cdktf.out/.

  npm run synth                        every environment of config/environments/index.ts
  npm run synth -- research frontier   these environments

  --now <moment>   look at Capacity Blocks and ignored rules as of that moment, such as 2026-12-07T12:00:00Z
  --quiet          print findings and problems only
  --help           this text

Exit code: 0 written; 1 something is wrong and nothing was written.`;

/** `npm run synth`: config → checks → stacks → Terraform JSON, all or nothing. @returns the exit code */
export function synthCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const loaded = loadEnvironments(ENVIRONMENTS, positionals, moment(values.now, context.clock));
    const stacks = synthesize(
      loaded.map(({ resolved }) => resolved),
      context.outdir ?? `${context.root}/cdktf.out`,
      context.outdir !== undefined,
    );
    // under the CDKTF CLI the summary would stand in the way of the CLI's own output
    const quiet = values.quiet === true || context.outdir !== undefined;
    for (const environment of loaded) context.print(environmentSummary(environment, stacks, quiet));
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) context.printError(problemReport(error, context.root));
    else if (error instanceof UsageError) context.printError(usageText(error, "npm run synth -- --help"));
    else if (error instanceof SynthError) context.printError(`${error.message}\n\nNothing was written.`);
    else throw error;
    return 1;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { now: { type: "string" }, quiet: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function moment(text: string | undefined, clock: () => Date): Date {
  const now = text === undefined ? clock() : new Date(text);
  if (Number.isNaN(now.getTime()))
    throw new UsageError(`--now must be a moment such as 2026-12-07T12:00:00Z, but is "${text}"`);
  return now;
}
