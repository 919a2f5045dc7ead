import { join } from "node:path";
import { STACKS } from "../../../config/names/resolve";
import type { CommandContext } from "../../cli/command";
import { rehearseCluster } from "./cluster";
import { runCommand } from "../../cli/define-command";
import { REHEARSE_COMMAND } from "./definition";
import { outputFolder } from "../../lib/files/output";
import { assertStacks } from "../../lib/environments/known-stacks";
import { loadFor } from "../../lib/environments/load-for";
import { readDrift } from "../../rehearsal/drift";
import { parseFault } from "../../rehearsal/fault-requests";
import { rehearse, type RehearsalResult } from "../../rehearsal/rehearse";
import { interruptible } from "../../lib/process/interruptible";
import { NOT_ASKED, progressLines } from "../../rehearsal/run/progress";
import { resultLines } from "../../rehearsal/result-lines";
import { UsageError } from "../../lib/errors/usage";

/** Options that say something of Terraform, which a cluster does not need. */
const OF_TERRAFORM = ["stack", "changed", "allow", "fail", "drift", "fresh", "out"] as const;

/** @throws UsageError for options that mean nothing with `--cluster` */
function refuseOthers(values: Readonly<Partial<Record<(typeof OF_TERRAFORM)[number], unknown>>>): void {
  const given = OF_TERRAFORM.filter((name) => values[name] !== undefined);
  if (given.length === 0) return;
  throw new UsageError(`--cluster runs no Terraform: leave out ${given.map((name) => `--${name}`).join(", ")}`);
}

/** `railyard rehearse`. @returns the exit code */
export async function rehearseCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(REHEARSE_COMMAND, args, context, async ({ values, positionals }) => {
    if (values.charts !== undefined && !values.cluster)
      throw new UsageError("--charts says where charts for a cluster are: it needs --cluster");
    if (values.prepared && !values.cluster)
      throw new UsageError("--prepared is about programs and charts of a cluster: it needs --cluster");
    if (values.prepared && values.from !== undefined)
      throw new UsageError("--prepared knows which charts are there now, and none of a commit: leave out --from");
    if (values.cluster) {
      refuseOthers(values);
      const loaded = loadFor("rehearse", positionals, context).map(({ resolved }) => resolved);
      const { charts, from, prepared = false, json = false } = values;
      return rehearseCluster(loaded, { charts, from, prepared, json }, context);
    }
    const faults = (values.fail ?? []).map(parseFault);
    const drift = values.drift === undefined ? [] : readDrift(values.drift);
    if (values.allow && values.from === undefined)
      throw new UsageError("--allow names what an upgrade may lose: it needs --from");
    if (values.changed && values.from === undefined)
      throw new UsageError("--changed compares with a commit: it needs --from");
    if (values.changed && faults.length + drift.length > 0)
      throw new UsageError("--changed may leave everything out, and nothing would fail or drift: leave it or them out");
    const outdir =
      values.out === undefined
        ? join(context.root, "cdktf.out")
        : outputFolder({ option: "--out", path: values.out }).path;
    const environments = loadFor("rehearse", positionals, context).map(({ resolved }) => resolved);
    assertStacks("--stack", values.stack, environments);
    // progress is for people, and JSON must be alone on the output
    const print = values.json ? () => {} : context.print;
    print(NOT_ASKED);
    const results = await interruptible(async (signal) => {
      const done: RehearsalResult[] = [];
      for (const environment of environments) {
        const lines = progressLines(STACKS.map((role) => environment.names.stack(role)));
        const result = await rehearse({
          root: context.root,
          outdir,
          environment,
          from: values.from,
          changed: values.changed === true,
          faults,
          drift,
          allow: values.allow ?? [],
          stacks: values.stack ?? [],
          fresh: values.fresh === true,
          signal,
          onResult: (phase) => lines(phase).forEach(print),
          tell: (text) => print(`-- ${text}`),
        });
        if (result.phases.length > 0 || !result.ok) resultLines(result).forEach(print);
        done.push(result);
      }
      return done;
    });
    if (values.json) context.print(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok) ? 0 : 2;
  });
}
