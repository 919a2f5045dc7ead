import { readFileSync } from "node:fs";
import type { LoadedEnvironment } from "../../../config";
import { awsAccess } from "../../lib/aws/access";
import { Recorder, Replayer } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { loadWritten } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Output } from "../../lib/files/output";
import { askAccount } from "../../preflight/ask-account";
import { CHECKS, chosenChecks } from "../../preflight/registry";
import { exitCode, type PreflightReport } from "../../preflight/report";
import { reportText } from "../../preflight/report-text";
import { inputFile, place, something } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Ask the account whether an environment can be deployed: quotas, capacity, addresses, images, permissions, endpoints,
names. Nothing is made or changed. What AWS does not answer is told as unknown, and the rest is still asked.

  npx railyard preflight research
  npx railyard preflight research --check names/buckets --check account/permissions
  npx railyard preflight research --record answers.json   keep what AWS answered
  npx railyard preflight research --replay answers.json   the same report, with no credentials
  npx railyard preflight --list                           the checks, and the permissions that they need

  --check <id>      this check only (repeatable)
  --list            list the checks
  --record <file>   write what AWS answers, for --replay: names, ids and addresses of the account, no credentials
  --replay <file>   take the answers from a recording, as of its moment; AWS is not asked
  --force           let --record replace a file that is no recording
  --strict          warnings and what is unknown count as failed
  --json            print the result as JSON
  --help            this text

Credentials are found as the AWS CLI finds them (AWS_PROFILE, SSO, environment), and must be of the environment's account.
Calls go through the proxy of HTTPS_PROXY, but for the hosts of NO_PROXY, and trust the certificates of AWS_CA_BUNDLE.
Exit code: 0 nothing failed; what is a warning or unknown is told; 1 the command could not run: no credentials, another
account, a wrong option; 2 something failed: a deployment would fail or wait.`;

/** `railyard preflight`. @returns the exit code */
export async function preflightCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
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
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Nothing was written.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard preflight --help" });
  }
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
  const [loaded] = loadWritten([name], now) as [LoadedEnvironment];
  const environment = loaded.resolved;
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

const parse = (args: readonly string[]) =>
  readArgs(args, {
    check: { type: "string", check: something, multiple: true },
    list: { type: "boolean" },
    record: { type: "string", check: place },
    replay: { type: "string", check: inputFile },
    strict: { type: "boolean" },
    force: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
