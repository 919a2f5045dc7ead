import { stringify } from "yaml";
import { hostList } from "./host-list";
import type { FabricTree, TopologyUnit } from "./fabric-tree";

/** Names of the topologies in topology.yaml, which partitions and annotations of nodes use. */
export const TREE_TOPOLOGY = "ib";
export const BLOCK_TOPOLOGY = "ib-block";

/** Units from the top to the leaves: Slurm reads them in any order, people from above. */
const units = ({ layers }: FabricTree): TopologyUnit[] => layers.flat();

/**
 * topology.yaml of Slurm 25.05 and later.
 * @param blocks whether it has the leaves as blocks, too: for jobs that ask for segments
 * @see https://slurm.schedmd.com/topology.yaml.html
 */
export function slurmTopologyYaml(tree: FabricTree, blocks = false): string {
  const switches = units(tree).map(({ name, nodes, children }) => ({
    switch: name,
    ...(children.length > 0 && { children: hostList(children) }),
    ...(nodes.length > 0 && { nodes: hostList(nodes) }),
  }));
  const topologies = [
    { topology: TREE_TOPOLOGY, cluster_default: true, tree: { switches } },
    ...(blocks ? [{ topology: BLOCK_TOPOLOGY, cluster_default: false, block: blocksOf(tree) }] : []),
  ];
  return stringify(topologies, { lineWidth: 0 });
}

/**
 * topology.conf of Slurm before 25.05, with `TopologyPlugin=topology/tree` in slurm.conf.
 * @see https://slurm.schedmd.com/topology.conf.html
 */
export function slurmTopologyConf(tree: FabricTree): string {
  const lines = units(tree).map(({ name, nodes, children }) =>
    nodes.length > 0
      ? `SwitchName=${name} Nodes=${hostList(nodes)}`
      : `SwitchName=${name} Switches=${hostList(children)}`,
  );
  return `${lines.join("\n")}\n`;
}

/**
 * Sizes are the base times powers of two, and the base is the smallest leaf: Slurm plans with no block that has fewer nodes.
 * @see https://slurm.schedmd.com/topology.yaml.html#SECTION_PARAMETERS
 */
function blocksOf({ layers }: FabricTree) {
  const leaves = layers.at(-1) ?? [];
  const base = Math.min(...leaves.map(({ nodes }) => nodes.length));
  const sizes: number[] = [];
  for (let size = base; size <= base * leaves.length; size *= 2) sizes.push(size);
  return { block_sizes: sizes, blocks: leaves.map(({ name, nodes }) => ({ block: name, nodes: hostList(nodes) })) };
}
