import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { wayName } from "../../lib/kubernetes/cluster-way";
import { withCluster } from "../../lib/kubernetes/with-cluster";
import { askAccount, type AskAccountProps } from "../../preflight/ask-account";
import { askCluster } from "../../preflight/cluster/ask-cluster";
import { plannedReleases } from "../../lib/synth/planned-releases";
import type { PreflightReport } from "../../preflight/report";
import { findingLines } from "../../preflight/report-text";

interface ReportProps {
  /** Nothing is applied whatever is found: the plans are still of use. */
  readonly dryRun: boolean;
  readonly tell: (text: string) => void;
}

interface PreflightFirstProps extends AskAccountProps, ReportProps {}

interface PreflightClusterProps extends ReportProps {
  readonly environment: KubernetesEnvironment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Asks the account before anything is applied, and tells all but what is well. */
export async function preflightFirst({ tell, dryRun, ...props }: PreflightFirstProps): Promise<PreflightReport> {
  tell("asking the account first; --no-preflight leaves that out");
  return printReport(await askAccount(props), { tell, dryRun });
}

/** Asks a cluster that exists, in the same way. */
export async function preflightClusterFirst(props: PreflightClusterProps): Promise<PreflightReport> {
  const { environment, env, now, signal, tell, dryRun } = props;
  const way = environment.cluster.access;
  const cluster = wayName(way);
  tell(`asking the cluster ${cluster} first; --no-preflight leaves that out`);
  const report = await withCluster({ way, env, signal }, (api) =>
    askCluster({ env: environment, releases: plannedReleases(environment), api, cluster, now, signal }),
  );
  return printReport(report, { tell, dryRun });
}

function printReport(report: PreflightReport, { tell, dryRun }: ReportProps): PreflightReport {
  for (const line of findingLines(report)) tell(line);
  if (report.counts.failed > 0)
    tell(
      dryRun
        ? "A deployment would stop here, before anything is applied."
        : "Nothing was applied: mend what failed, or deploy with --no-preflight.",
    );
  return report;
}

/** @returns null: nobody was asked */
export function skipped(subject: "account" | "cluster", tell: (text: string) => void): null {
  tell(`The ${subject} is not asked first: --no-preflight.`);
  return null;
}
