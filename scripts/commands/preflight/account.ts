import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { awsAccess } from "../../lib/aws/access";
import { Recorder, Replayer } from "../../lib/aws/answers";
import { writeRecording } from "../../lib/aws/recording";
import { hostsOf } from "./hosts";
import { chosenChecks } from "../../preflight/all-checks";
import { askAccount } from "../../preflight/ask-account";
import { CHECKS } from "../../preflight/registry";
import type { PreflightReport } from "../../preflight/report";
import type { Asking } from "./asking";

/** Asks the account of an environment, or a recording of what it said. @throws ExpectedError where nothing can be asked */
export async function preflightAccount(environment: AwsEnvironment, asking: Asking): Promise<PreflightReport> {
  const { now, record, replay, signal } = asking;
  const checks = chosenChecks(asking.checks, CHECKS);
  const replayer = replay && new Replayer(replay.text, replay.file);
  const recorder = record && new Recorder();
  const answers = replayer ?? recorder;
  const aws = awsAccess({ region: environment.region, ...(answers && { answers }), env: process.env });
  const { ask: hosts, answered } = hostsOf(environment.outbound, {
    replayed: replayer?.hosts,
    live: !replayer,
    signal,
  });
  const report = await askAccount({ environment, checks, aws, now, signal, hosts, replayed: replayer !== undefined });
  if (record && recorder) writeRecording(record, { ...recorder.recording(report.askedAt), ...answered() });
  return report;
}
