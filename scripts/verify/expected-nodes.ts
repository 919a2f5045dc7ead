import type { ResolvedPool } from "../../config/pools/pool";
import { StillThere, until, type Patience } from "../lib/process/until";
import type { CheckCluster } from "./engine/runner";

/** Nodes of a pool that run whoever asks for jobs; what comes with jobs alone is not expected. */
export function expectedNodes({ count }: Pick<ResolvedPool, "count">): number {
  switch (count.owner) {
    case "terraform":
    case "schedule":
      return count.initial;
    case "autoscaler":
      return count.min;
    case "block":
      return count.window === "open" ? count.max : 0;
  }
}

interface WaitProps {
  readonly cluster: Pick<CheckCluster, "nodes">;
  readonly pools: readonly ResolvedPool[];
  readonly patience: Patience;
}

/**
 * Waits until nodes that config asks for have joined, free or not.
 * @returns sentences on pools that have fewer when the time is over
 */
export async function waitForNodes({ cluster, pools, patience }: WaitProps): Promise<string[]> {
  let missing: string[] = [];
  const look = async () => {
    missing = [];
    for (const pool of pools) {
      const { free, left } = await cluster.nodes(pool);
      const [there, wanted] = [free.length + left.length, expectedNodes(pool)];
      if (there < wanted) missing.push(`${pool.name} has ${there} of ${wanted} nodes`);
    }
    return missing;
  };
  try {
    await until("nodes to join", patience, look);
  } catch (error) {
    if (!(error instanceof StillThere)) throw error;
  }
  return missing;
}
