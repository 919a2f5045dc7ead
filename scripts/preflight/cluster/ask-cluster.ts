import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError, rethrowInWords } from "../../lib/kubernetes/cluster-failure";
import type { Check, CheckResult } from "../check";
import { progressLine, type ProgressStream } from "../progress";
import { preflightReport, type PreflightReport } from "../report";
import { askAll } from "../run-checks";
import { callerName } from "./caller";
import type { ClusterCheck, ClusterCheckProps, ClusterSubject, Release } from "./check";
import { CLUSTER_CHECKS } from "./registry";

export interface AskClusterProps {
  readonly env: ClusterSubject;
  /** What a deployment installs. */
  readonly releases: readonly Release[];
  readonly api: ClusterApi;
  /** Context or address. */
  readonly cluster: string;
  /** @default all */
  readonly checks?: readonly ClusterCheck[];
  /** When the answers are from. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  /** @see ClusterCheckProps.hosts */
  readonly hosts?: ClusterCheckProps["hosts"];
  /** A recording answers. @default false */
  readonly replayed?: boolean;
  /** Where somebody watches how far it is. @default - standard error */
  readonly watched?: ProgressStream;
}

/**
 * Asks a cluster whether it can have an environment. Nothing is made or changed.
 * @throws ExpectedError when it does not answer, or does not know who asks
 */
export async function askCluster(props: AskClusterProps): Promise<PreflightReport> {
  const { env, releases, api, cluster, checks = CLUSTER_CHECKS, now, signal, hosts, replayed = false } = props;
  const caller = await callerName(api).catch((error: unknown) =>
    rethrowInWords(error, ({ text, fix }) => `${cluster}: ${text}\n${fix} Nothing was asked.`),
  );
  const progress = progressLine(props.watched ?? process.stderr, checks.length);
  try {
    const reports = await askAll<ClusterCheckProps>({
      checks,
      props: { env, releases, api, hosts },
      unanswered,
      signal,
      onDone: ({ id }) => progress.done(id),
    });
    return preflightReport({
      environment: env.name,
      cluster,
      caller,
      askedAt: now.toISOString(),
      replayed,
      checks: reports,
    });
  } finally {
    progress.end();
  }
}

function unanswered(check: Check<ClusterCheckProps>, error: unknown): CheckResult {
  if (!(error instanceof ClusterCallError)) throw error;
  const { text, fix } = error.failure;
  return { verdict: "unknown", subject: check.title.replace(/\.$/, ""), text, fix };
}
