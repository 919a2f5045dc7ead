import { onAws } from "../../lib/environments/on-aws";
import { readFileSync } from "node:fs";
import { awsAccess } from "../../lib/aws/access";
import { Recorder, Replayer } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { PREFLIGHT_COMMAND } from "./definition";
import { loadWritten } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Output } from "../../lib/files/output";
import { askAccount } from "../../preflight/ask-account";
import { CHECKS, chosenChecks } from "../../preflight/registry";
import { exitCode, type PreflightReport } from "../../preflight/report";
import { reportText } from "../../preflight/report-text";
import { interruptible } from "../../lib/process/interruptible";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

/** `railyard preflight`. @returns the exit code */
export async function preflightCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(PREFLIGHT_COMMAND, args, context, async ({ values, positionals }) => {
    const checks = chosenChecks(values.check ?? []);
    if (values.list) {
      context.print(listText(values.json === true));
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    if (values.record !== undefined && values.replay !== undefined)
      throw new UsageError("--record keeps what AWS answers, and --replay asks nothing: give one of them");
    const record = values.record === undefined ? undefined : recordingFile(values.record, values.force);
    const report = await interruptible((signal) =>
      preflight({ name, checks, record, replay: values.replay, signal }, context),
    );
    context.print(values.json ? JSON.stringify(report, null, 2) : reportText(report));
    return exitCode(report, values.strict === true);
  });
}

interface Preflight {
  readonly name: string;
  readonly checks: ReturnType<typeof chosenChecks>;
  readonly record: Output | undefined;
  readonly replay: string | undefined;
  readonly signal: AbortSignal;
}

async function preflight(
  { name, checks, record, replay, signal }: Preflight,
  context: CommandContext,
): Promise<PreflightReport> {
  const replayer = replay === undefined ? undefined : new Replayer(textOf(replay), replay);
  // a recording is judged by its own day: blocks and quotas are those of then
  const now = replayer ? new Date(replayer.takenAt) : context.clock();
  const environment = onAws(loadWritten([name], now)[0]!, "preflight").resolved;
  const recorder = record === undefined ? undefined : new Recorder();
  const answers = replayer ?? recorder;
  const aws = awsAccess({ region: environment.region, ...(answers && { answers }), env: process.env });
  const report = await askAccount({ environment, checks, aws, now, signal, replayed: replayer !== undefined });
  if (record !== undefined && recorder) writeRecording(record, recorder.recording(report.askedAt));
  return report;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ExpectedError(`--replay: ${file} cannot be read: ${(error as Error).message}`);
  }
}

function listText(json: boolean): string {
  const rows = CHECKS.map(({ id, title, actions }) => ({ id, title, permissions: actions }));
  if (json) return JSON.stringify(rows, null, 2);
  const cells = rows.map(({ id, title, permissions }) => [id, title, permissions.join(", ") || "none"]);
  return table(["check", "what", "permissions"], cells).join("\n");
}
