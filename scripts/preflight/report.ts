import type { Verdict } from "./check";
import type { CheckReport } from "./run-checks";

/** An account of AWS. */
export interface AccountPlace {
  readonly account: string;
  readonly region: string;
}

/** A cluster that exists. */
export interface ClusterPlace {
  /** Context of the kubeconfig, or address of the API. */
  readonly cluster: string;
}

interface Report {
  readonly environment: string;
  /** Who asked: an ARN, or the name of a user of Kubernetes. */
  readonly caller: string;
  /** When the answers are from, ISO 8601. */
  readonly askedAt: string;
  /** A recording answered. */
  readonly replayed: boolean;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly checks: readonly CheckReport[];
}

/** What an account or a cluster said about an environment. */
export type PreflightReport = Report & (AccountPlace | ClusterPlace);

export type ReportProps = Omit<Report, "counts"> & (AccountPlace | ClusterPlace);

/** A report with the number of its results by verdict. */
export function preflightReport(props: ReportProps): PreflightReport {
  const counts: Record<Verdict, number> = { failed: 0, unknown: 0, warning: 0, ok: 0 };
  for (const { results } of props.checks) for (const { verdict } of results) counts[verdict]++;
  const { checks, ...rest } = props;
  return { ...rest, counts, checks };
}

/**
 * 0 nothing failed; 2 something did.
 * @param strict warnings and what is unknown count as well
 */
export function exitCode({ counts }: PreflightReport, strict: boolean): 0 | 2 {
  return counts.failed > 0 || (strict && counts.warning + counts.unknown > 0) ? 2 : 0;
}
