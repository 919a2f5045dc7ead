import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { Verdict } from "./check";
import type { CheckReport, ChecksRun } from "./run-checks";

/** What an account said about an environment. */
export interface PreflightReport {
  readonly environment: string;
  readonly account: string;
  readonly region: string;
  /** ARN of who asked. */
  readonly caller: string;
  /** When AWS was asked, ISO 8601. */
  readonly askedAt: string;
  /** A recording answered, not AWS. */
  readonly replayed: boolean;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly checks: readonly CheckReport[];
}

export interface ReportProps extends ChecksRun {
  readonly environment: AwsEnvironment;
  readonly askedAt: string;
  readonly replayed: boolean;
}

export function preflightReport({ environment, caller, checks, askedAt, replayed }: ReportProps): PreflightReport {
  const { name, account, region } = environment;
  const counts: Record<Verdict, number> = { failed: 0, unknown: 0, warning: 0, ok: 0 };
  for (const { results } of checks) for (const { verdict } of results) counts[verdict]++;
  return { environment: name, account, region, caller: caller.arn, askedAt, replayed, counts, checks };
}

/**
 * 0 nothing failed; 2 something did.
 * @param strict warnings and what is unknown count as well
 */
export function exitCode({ counts }: PreflightReport, strict: boolean): 0 | 2 {
  return counts.failed > 0 || (strict && counts.warning + counts.unknown > 0) ? 2 : 0;
}
