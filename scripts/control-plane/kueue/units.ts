import type { Queues, QueuedPool } from "../../../constructs/platform/kueue/queues";

/** What of a pool the jobs of a trial are made of: pods that all ask for as many GPUs. */
export interface TrialUnits {
  readonly pool: QueuedPool;
  /** GPUs of a node. */
  readonly perNode: number;
  readonly nodes: number;
  /** GPUs of a pod. */
  readonly gpus: number;
  /** Pods of each team that has GPUs of its own, by its name; the team with the fewest first. */
  readonly own: ReadonlyMap<string, number>;
  /** GPUs of teams that no pod of this size takes. */
  readonly left: number;
}

/** More pods than these tell nothing more. */
const MOST_PODS = 400;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * Pods as large as all quotas are a multiple of, so that they fill nodes whatever order they come in; whole nodes where that would
 * be more pods than anybody looks at.
 */
export function trialUnits(
  pool: QueuedPool,
  { teams }: Pick<Queues, "teams">,
  { perNode, nodes }: { readonly perNode: number; readonly nodes: number },
): TrialUnits {
  const quotas = teams.map(({ name, gpus }) => [name, gpus[pool.name] ?? 0] as const).filter(([, gpus]) => gpus > 0);
  const all = quotas.reduce((sum, [, gpus]) => sum + gpus, 0);
  const exact = quotas.reduce((size, [, gpus]) => divisor(size, gpus), perNode);
  const gpus = all / exact > MOST_PODS ? perNode : exact;
  const pods = quotas
    .map(([name, quota]) => [name, Math.floor(quota / gpus)] as const)
    .filter(([, count]) => count > 0);
  pods.sort(([, a], [, b]) => a - b);
  const own = new Map(pods);
  return { pool, perNode, nodes, gpus, own, left: all - gpus * pods.reduce((sum, [, count]) => sum + count, 0) };
}

/** What a pod with so many GPUs of a pool asks for. */
export const resourcesOf = ({ offers }: QueuedPool, gpus: number): Record<string, string> =>
  Object.fromEntries(
    offers.flatMap(({ resource, perGpu }) => {
      const count = Math.floor(gpus * perGpu);
      return count > 0 ? [[resource, String(count)] as const] : [];
    }),
  );
