import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";
import type { CheckProps, PreflightCheck } from "./check";
import { progressLine, type ProgressStream } from "./progress";
import { CHECKS } from "./registry";
import { preflightReport, type PreflightReport } from "./report";
import { runChecks } from "./run-checks";

export interface AskAccountProps {
  readonly environment: AwsEnvironment;
  /** @default all */
  readonly checks?: readonly PreflightCheck[];
  readonly aws: AwsAccess;
  /** Moment by which blocks and quotas are judged. */
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** @see CheckProps.hosts */
  readonly hosts?: CheckProps["hosts"];
  /** A recording answers, not AWS. @default false */
  readonly replayed?: boolean;
  /** Where somebody watches how far it is. @default - standard error */
  readonly watched?: ProgressStream;
}

/**
 * Asks the account whether it can have an environment.
 * @throws ExpectedError when there are no credentials, when they expire, or when they are of another account
 */
export async function askAccount(props: AskAccountProps): Promise<PreflightReport> {
  const { environment, checks = CHECKS, aws, now, hosts, signal, replayed = false, watched = process.stderr } = props;
  const progress = progressLine(watched, checks.length);
  try {
    const onDone = ({ id }: PreflightCheck) => progress.done(id);
    const ran = await runChecks({ environment, checks, aws, now, hosts, ...(signal && { signal }), onDone });
    const { name, account, region } = environment;
    return preflightReport({
      environment: name,
      account,
      region,
      caller: ran.caller.arn,
      askedAt: now.toISOString(),
      replayed,
      checks: ran.checks,
    });
  } finally {
    progress.end();
  }
}
