import { usedGroups, type SlurmLayout, type SlurmNodeGroupProps } from "./slurm-types";

/** Names in topology.yaml. The annotator and the partitions use them. */
export const FABRIC_TOPOLOGY = "fabric";
export const NVLINK_TOPOLOGY = "nvlink";
export const ROOT_SWITCH = "root";
/** Leaf of nodes whose place is not known. A node without any leaf joins, and then no job of several nodes can use it. */
export const UNKNOWN_LEAF = "unknown";

/** Whether anything in the cluster has a place that Slurm should know. */
export function hasTopology(layout: SlurmLayout): boolean {
  return usedGroups(layout).some(
    ({ fabric, nvlinkDomainNodes, maxNodes }) =>
      maxNodes > 1 && (fabric.topology.layers !== null || nvlinkDomainNodes !== null),
  );
}

/** Names of the NVLink blocks that a cluster can have: `nvl001`, … Slurm adds switches by itself, but no blocks. */
export function nvlinkBlocks(groups: readonly SlurmNodeGroupProps[]): string[] {
  const count = groups.reduce(
    (sum, g) => sum + (g.nvlinkDomainNodes ? Math.ceil(g.maxNodes / g.nvlinkDomainNodes) : 0),
    0,
  );
  return Array.from({ length: count }, (_, i) => `nvl${String(i + 1).padStart(3, "0")}`);
}

/**
 * topology.yaml: the skeleton that is known before any instance runs; null where all nodes are equal.
 *
 * Nodes name their place themselves, as a path from the root (`fabric:root:<layer 1>:…:<leaf>`), and Slurm adds the
 * switches of the path.
 * @see https://slurm.schedmd.com/topology.html#dynamic_topo
 */
export function topologyYaml(layout: SlurmLayout): string | null {
  if (!hasTopology(layout)) return null;
  const groups = usedGroups(layout);
  const tree = [
    `- topology: ${FABRIC_TOPOLOGY}`,
    "  cluster_default: true",
    "  tree:",
    "    switches:",
    `      - switch: ${ROOT_SWITCH}`,
    `        children: ${UNKNOWN_LEAF}`,
    `      - switch: ${UNKNOWN_LEAF}`,
  ];
  const blocks = nvlinkBlocks(groups);
  return ["---", ...tree, ...(blocks.length > 0 ? blockTopology(groups, blocks) : []), ""].join("\n");
}

/**
 * Block sizes are the base times powers of two; the base is the smallest domain. A block that lacks a tray, as it does until
 * AWS has replaced it, still takes jobs: tried with Slurm 26.05.5 and blocks of 17 and 18 nodes (docs/gb200.md).
 * @see https://slurm.schedmd.com/topology.yaml.html
 */
function blockTopology(groups: readonly SlurmNodeGroupProps[], blocks: readonly string[]): string[] {
  const domains = groups.flatMap((g) => (g.nvlinkDomainNodes ? [g.nvlinkDomainNodes] : []));
  const base = Math.min(...domains);
  const sizes: number[] = [];
  for (let size = base; size <= base * blocks.length; size *= 2) sizes.push(size);
  return [
    `- topology: ${NVLINK_TOPOLOGY}`,
    "  cluster_default: false",
    "  block:",
    `    block_sizes: [${sizes.join(", ")}]`,
    "    blocks:",
    ...blocks.map((name) => `      - block: ${name}`),
  ];
}
