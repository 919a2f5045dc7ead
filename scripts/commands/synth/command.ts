import type { CommandContext } from "../../cli/command";
import type { OptionCheck } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { ConfigError } from "../../../config/issues";
import { toldProblems } from "../../lib/environments/report-problems";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { environmentSummary, synthJson } from "./summary";
import { synthesize, synthesizeInto } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Check and synthesize environments into cdktf.out/.

  npx railyard synth                     every environment of config/environments/index.ts
  npx railyard synth research frontier   these environments

  --now <moment>   look at Capacity Blocks and ignored rules as of that moment, such as 2026-12-07T12:00:00Z
  --quiet          print findings and problems only
  --json           print stacks, cost, findings and problems as JSON
  --help           this text

Exit code: 0 written; 1 something is wrong and nothing was written.`;

/** `railyard synth`: config → checks → stacks → Terraform JSON, all or nothing. @returns the exit code */
export function synthCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const loaded = loadWritten(positionals, values.now === undefined ? context.clock() : new Date(values.now));
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
  } catch (error) {
    if (args.includes("--json") && error instanceof ConfigError) {
      context.print(
        JSON.stringify({ environments: [], removed: [], problems: toldProblems(error, context.root) }, null, 2),
      );
      return 1;
    }
    return reportError(error, context, { help: "npx railyard synth --help", untouched: "Nothing was written." });
  }
}

const moment: OptionCheck = (text, option) => {
  // other forms mean another moment on another machine
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (!iso || Number.isNaN(new Date(text).getTime()))
    throw new UsageError(`${option} must be a moment such as 2026-12-07T12:00:00Z, but is "${text}"`);
};

const parse = (args: readonly string[]) =>
  readArgs(args, {
    now: { type: "string", check: moment },
    quiet: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
