import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import { CLUSTER, type ClusterCheck } from "../check";
import type { CheckRun } from "./journal";
import { judged } from "./judged";
import { CheckNotRunError } from "./runner";

export interface AskClusterProps {
  readonly checks: readonly ClusterCheck[];
  /** Null: it cannot be asked, as in a replay. */
  readonly api: ClusterApi | null;
  /** What an earlier start saw: it counts only where nobody can be asked, as a cluster may have changed since. */
  readonly earlier: readonly CheckRun[];
  readonly keep: (run: CheckRun) => void;
  readonly tell: (text: string) => void;
  /** Seconds of a clock that never goes back. */
  readonly seconds: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Asks a cluster what is asked of it as a whole, one check after another. */
export async function askCluster(props: AskClusterProps): Promise<CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of props.checks) {
    props.signal?.throwIfAborted();
    props.tell(`${CLUSTER}: ${check.title}`);
    runs.push(await asked(check, props));
  }
  return runs;
}

async function asked(check: ClusterCheck, { api, earlier, keep, seconds, signal }: AskClusterProps): Promise<CheckRun> {
  const about = { pool: CLUSTER, check: check.id, nodes: [] };
  const known = earlier.find((run) => run.pool === CLUSTER && run.check === check.id && run.status !== "not-run");
  if (!api && known) return { ...known, ...judged(check, known.output, []) };
  const start = seconds();
  const took = () => Math.round(seconds() - start);
  let run: CheckRun;
  try {
    if (!api) throw new CheckNotRunError("the cluster was not asked", "");
    const output = await check.ask(api);
    run = { ...about, ...judged(check, output, []), seconds: took(), output };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof CheckNotRunError || error instanceof ClusterCallError)) throw error;
    const output = error instanceof CheckNotRunError ? error.output : "";
    run = { ...about, status: "not-run", verdict: null, why: error.message, seconds: took(), output };
  }
  keep(run);
  return run;
}
