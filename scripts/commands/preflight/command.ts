import { record as plain } from "../../../config/kernel/plain";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { runCommand } from "../../cli/define-command";
import type { CommandContext } from "../../cli/command";
import { recordingFile } from "../../lib/aws/recording";
import { loadFor } from "../../lib/environments/load-for";
import { onAws } from "../../lib/environments/on-aws";
import { UsageError } from "../../lib/errors/usage";
import { jsonIn, readText } from "../../lib/files/read-json";
import { interruptible } from "../../lib/process/interruptible";
import { table } from "../../lib/terminal/table";
import { ALL_CHECKS, assertChecks } from "../../preflight/all-checks";
import { exitCode } from "../../preflight/report";
import { reportText } from "../../preflight/report-text";
import { preflightAccount } from "./account";
import { preflightCluster } from "./cluster";
import { PREFLIGHT_COMMAND } from "./definition";

/** `railyard preflight`. @returns the exit code */
export async function preflightCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(PREFLIGHT_COMMAND, args, context, async ({ values, positionals }) => {
    const { check: checks = [], replay } = values;
    assertChecks(checks);
    if (values.list) {
      context.print(listText(values.json === true));
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    if (values.record !== undefined && replay !== undefined)
      throw new UsageError("--record keeps what is answered, and --replay asks nothing: give one of them");
    const record = values.record === undefined ? undefined : recordingFile(values.record, values.force);
    const recording =
      replay === undefined ? undefined : { text: readText(replay, { name: `--replay: ${replay}` }), file: replay };
    // a recording is judged by its own day: blocks and quotas are those of then
    const now = (recording && takenAt(recording.text)) ?? context.clock();
    const report = await interruptible((signal) => {
      const loaded = loadFor("preflight", [name], { ...context, clock: () => now })[0]!;
      const asking = { checks, now, record, replay: recording, signal };
      const onCluster = clusterOf(loaded.resolved);
      return onCluster
        ? preflightCluster(onCluster, asking)
        : preflightAccount(onAws(loaded, "preflight").resolved, asking);
    });
    context.print(values.json ? JSON.stringify(report, null, 2) : reportText(report));
    return exitCode(report, values.strict === true);
  });
}

/** Moment of a recording; undefined where it is none, which whoever reads the rest of it tells. */
function takenAt(text: string): Date | undefined {
  const { takenAt: at } = plain(jsonIn(text));
  const moment = typeof at === "string" ? new Date(at) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

function listText(json: boolean): string {
  const rows = ALL_CHECKS.map(({ id, asks, title, actions }) => ({ id, asks, title, permissions: actions }));
  if (json) return JSON.stringify(rows, null, 2);
  const cells = rows.map(({ id, asks, title, permissions }) => [id, asks, title, permissions.join(", ") || "none"]);
  return table(["check", "asks", "what", "permissions"], cells).join("\n");
}
