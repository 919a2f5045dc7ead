import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../lib/aws/access";
import { awsFailure } from "../lib/aws/failure";
import { ExpectedError } from "../lib/errors/expected-error";
import { assertAccount } from "../lib/aws/account";
import type { Caller } from "../lib/aws/caller";
import type { Check, CheckProps, CheckResult, PreflightCheck } from "./check";
import { watchedAccess, type WatchedAccess } from "./watched-access";

export interface RunChecksProps {
  readonly environment: AwsEnvironment;
  readonly checks: readonly PreflightCheck[];
  readonly aws: AwsAccess;
  readonly now: Date;
  /** @see CheckProps.hosts */
  readonly hosts?: CheckProps["hosts"];
  /** Ends all calls. @default - they run to their end */
  readonly signal?: AbortSignal;
  /** A check has its results. @default - nobody is told */
  readonly onDone?: (check: PreflightCheck) => void;
}

/** A check and what came of it. */
export interface CheckReport {
  readonly id: string;
  readonly title: string;
  /** None: the config has nothing of the kind. */
  readonly results: readonly CheckResult[];
}

export interface ChecksRun {
  readonly caller: Caller;
  readonly checks: readonly CheckReport[];
}

export interface AskAllProps<Props> {
  readonly checks: readonly Check<Props>[];
  readonly props: Props;
  /** What a check found that threw something. @throws what is a mistake of ours, or ends everything */
  readonly unanswered: (check: Check<Props>, error: unknown) => CheckResult;
  /** Ends all calls. @default - they run to their end */
  readonly signal?: AbortSignal | undefined;
  /** A check has its results. @default - nobody is told */
  readonly onDone?: ((check: Check<Props>) => void) | undefined;
}

/** Runs all checks at once. Whatever has no answer is unknown, and the others still run. */
export async function askAll<Props>({
  checks,
  props,
  unanswered,
  signal,
  onDone,
}: AskAllProps<Props>): Promise<CheckReport[]> {
  const run = async (check: Check<Props>): Promise<CheckReport> => {
    const report = { id: check.id, title: check.title };
    try {
      return { ...report, results: await check.run(props) };
    } catch (error) {
      // how a call ends that was told to end says nothing
      signal?.throwIfAborted();
      return { ...report, results: [unanswered(check, error)] };
    } finally {
      onDone?.(check);
    }
  };
  const reports = await Promise.all(checks.map(run));
  signal?.throwIfAborted();
  return reports;
}

/**
 * Runs all checks of an account at once. Whatever AWS does not answer is unknown, and the others still run.
 * @throws ExpectedError when there are no credentials, when they expire, or when they are of another account
 */
export async function runChecks(props: RunChecksProps): Promise<ChecksRun> {
  const { environment, checks, now, hosts, signal, onDone } = props;
  const aws = watchedAccess(props.aws, signal);
  const caller = await assertAccount(aws, environment, { untouched: "Nothing was asked.", signal });
  const reports = await askAll({
    checks,
    props: { environment, aws, now, hosts },
    unanswered: (check, error) => unanswered(check, aws, error),
    signal,
    onDone,
  });
  return { caller, checks: reports };
}

function unanswered(check: PreflightCheck, aws: WatchedAccess, error: unknown): CheckResult {
  const call = aws.callOf(error) ?? check.actions.join(" or ");
  const { kind, text, fix } = awsFailure(error, call);
  if (kind === "expired")
    throw new ExpectedError(`${text} They did while checks ran: what was answered is not shown.\n${fix}`);
  const subject = check.title.replace(/\.$/, "");
  // they were good enough for the first question
  if (kind === "no-credentials")
    return {
      verdict: "unknown",
      subject,
      text: `AWS refused these credentials for ${call} only.`,
      fix: "Look whether the Region is enabled for the account: `aws account list-regions`.",
      source: "https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html",
    };
  return { verdict: "unknown", subject, text, fix };
}
