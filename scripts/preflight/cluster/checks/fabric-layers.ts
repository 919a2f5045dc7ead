import { layerLabels, type LayerSource } from "../../../../config/topology/layer-label";
import { unitLabel, writtenUnits, type WrittenUnit } from "../../../../config/topology/leaves-of-pools";
import type { ExistingPool } from "../../../../config/pools/existing/resolve";
import type { ResolvedPool } from "../../../../config/pools/pool";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { NODES_RIGHT, nodesOf, someNames, type ClusterNode } from "../nodes";

const SOURCES: Readonly<Record<LayerSource, string>> = {
  topology: "https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/",
  topograph: "https://github.com/NVIDIA/topograph/blob/e2b6250/docs/engines/k8s.md",
};

const FIXES: Readonly<Record<LayerSource, string>> = {
  topology: "Label them: sudo ibnetdiscover > net.txt on a node, and npx railyard topology net.txt --labels | sh",
  topograph:
    "Look whether topograph runs with the engine k8s and gives so many tiers: kubectl get nodes --show-labels. Its names of nodes are those of the cards, and while one of its pods on nodes is not ready it asks nobody (kubectl -n topograph get daemonsets).",
};

/** Labels by which Slurm and Kueue know where nodes stand. */
export const FABRIC_LAYERS: ClusterCheck = {
  id: "nodes/layers",
  title: "Nodes have the labels that say where they stand in the fabric.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) => {
    const layered = env.nodeGroups.filter(({ fabric }) => fabric.topology.layers !== null);
    const source = env.cluster.layersFrom ?? "topology";
    // all pools of a cluster that exists are such
    const units = writtenUnits(env.nodeGroups.filter(isExisting));
    return Promise.all(
      layered.map(async (pool) => {
        const unit = units.find(({ pools }) => pools.some(({ name }) => name === pool.name));
        const nodes = await nodesOf(api, pool);
        return (unit && elsewhere(pool, nodes, unit, env.name)) ?? judge(pool, nodes, source);
      }),
    );
  },
};

const isExisting = (pool: ResolvedPool): pool is ExistingPool => "machine" in pool;

/** Nodes whose labels say another place than the leaves that config names; null: there are none. */
function elsewhere(
  { name }: ResolvedPool,
  nodes: readonly ClusterNode[],
  unit: WrittenUnit,
  environment: string,
): CheckResult | null {
  const [[label, value] = ["", ""]] = Object.entries(unitLabel(unit));
  const others = nodes.filter(({ labels }) => labels[label] !== value);
  if (nodes.length === 0 || others.length === 0) return null;
  return {
    verdict: "warning",
    subject: name,
    text: `${someNames(others.map((node) => node.name))} of ${nodes.length} nodes have not ${label}=${value}, which follows from the leaves of their cards: Slurm and Kueue go by the labels`,
    fix: `Where config is right: npx railyard topology --labels --for ${environment} | sh; else write the leaves of the cards anew.`,
    source: SOURCES.topology,
  };
}

function judge({ name, fabric }: ResolvedPool, nodes: readonly ClusterNode[], source: LayerSource): CheckResult {
  const labels = layerLabels(source, fabric.topology.layers ?? 0);
  const without = nodes.filter((node) => labels.some((label) => !node.labels[label]));
  if (without.length === 0 && nodes.length > 0)
    return { verdict: "ok", subject: name, text: `${nodes.length} nodes have ${labels.join(", ")}` };
  return {
    verdict: "warning",
    subject: name,
    text: `${someNames(without.map((node) => node.name)) || "no node"} of ${nodes.length} nodes lack one of ${labels.join(", ")}: neither Slurm nor Kueue knows where those stand`,
    fix: FIXES[source],
    source: SOURCES[source],
  };
}
