import { own } from "../kernel/own";
import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { layerLabels, type LayerSource } from "../topology/layer-label";

/** Pools whose GPUs Kueue hands out; names that no pool has are left to `kueue/node-groups-exist`. */
export const queuedPools = ({ kueue, nodeGroups }: Pick<SiteEnvironment, "kueue" | "nodeGroups">): ResolvedPool[] =>
  nodeGroups.filter(({ name }) => kueue?.nodeGroups.includes(name));

/** GPUs that a pool has at full size. */
export const gpusOfPool = ({ gpus, count }: Pick<ResolvedPool, "gpus" | "count">): number =>
  (gpus?.count ?? 0) * count.max;

/** What teams have of their own in Kueue: GPUs of each pool, by team and pool. */
export type QueueQuotas = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Quotas that config gives, and of what it leaves open a part by share: together all GPUs that the pools have. */
export function queueQuotas(env: Pick<SiteEnvironment, "kueue" | "nodeGroups" | "teams">): QueueQuotas {
  const teams = Object.entries(env.teams);
  const byPool = queuedPools(env).map((pool) => {
    const given = teams.flatMap(([, { namespace }]) => own(namespace.quota, pool.name) ?? []);
    const rest = Math.max(0, gpusOfPool(pool) - given.reduce((sum, gpus) => sum + gpus, 0));
    const open = teams.filter(([, { namespace }]) => own(namespace.quota, pool.name) === undefined);
    const parts = byShare(
      rest,
      open.map(([, { share }]) => share),
    );
    return new Map(
      teams.map(([name, { namespace }]) => [
        name,
        own(namespace.quota, pool.name) ?? parts[open.findIndex(([other]) => other === name)] ?? 0,
      ]),
    );
  });
  return new Map(
    teams.map(([team]) => [
      team,
      new Map(queuedPools(env).map(({ name }, index) => [name, byPool[index]!.get(team) ?? 0])),
    ]),
  );
}

/** Whole GPUs by weight: those that are left over go to who lacks the most of one. */
export function byShare(gpus: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (gpus * weight) / all);
  const parts = exact.map(Math.floor);
  const left = gpus - parts.reduce((sum, part) => sum + part, 0);
  const order = exact.map((part, index) => ({ index, missing: part - Math.floor(part) }));
  order.sort((a, b) => b.missing - a.missing || a.index - b.index);
  for (const { index } of order.slice(0, left)) parts[index]! += 1;
  return parts;
}

/** Label of each layer of AWS's network, which EKS sets. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/how-ec2-instance-topology-works.html */
export const awsLayerLabel = (layer: number): string => `topology.k8s.aws/network-node-layer-${layer}`;

/** The node itself: taints and nodes that fail are seen only where it is the last level. */
const HOST = "kubernetes.io/hostname";

/**
 * Labels of nodes by which Kueue places jobs, the largest part of the network first; the node alone where nodes do not tell
 * where they stand. By it Kueue knows how much one node has: without it, a pod that asks for more GPUs than any node has is
 * admitted, and waits for ever. Null where nodes come and go: it knows those that are there alone.
 * @param source who labels servers that exist
 * @see https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/
 */
export function topologyLevels(
  { fabric, machines, count }: ResolvedPool,
  source: LayerSource = "topology",
): readonly string[] | null {
  if (count.owner === "autoscaler" || (machines.kind === "aws" && count.min !== count.max)) return null;
  const layers = fabric.topology.layers ?? 0;
  const labels =
    machines.kind === "aws"
      ? Array.from({ length: layers }, (_, at) => awsLayerLabel(at + 1))
      : layerLabels(source, layers);
  return [...labels, HOST];
}
