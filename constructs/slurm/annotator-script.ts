import { FABRIC_TOPOLOGY, NVLINK_TOPOLOGY, ROOT_SWITCH, UNKNOWN_LEAF } from "./topology-yaml";
import { scriptFile } from "../core/script-file";

/** Annotation from which the operator takes the topology of a Slurm node. */
export const TOPOLOGY_ANNOTATION = "topology.slinky.slurm.net/spec";

/** Labels that say where nodes stand. */
export interface TopologyLabels {
  /** Selector of the nodes that have a place: each of them gets one, or is in the leaf `unknown`. */
  readonly nodes: string;
  /** Label of each of four layers, the first one at the top; nodes need not have all. */
  readonly layers: readonly string[];
}

/** Those that EKS gives. */
export const EKS_TOPOLOGY_LABELS: TopologyLabels = {
  nodes: "railyard.dev/node-group",
  layers: [
    "topology.k8s.aws/network-node-layer-1",
    "topology.k8s.aws/network-node-layer-2",
    "topology.k8s.aws/network-node-layer-3",
    "topology.k8s.aws/network-node-layer-4",
  ],
};

/**
 * Tells Slurm where each node stands in the network, from its labels: on EKS a path from the root through every layer
 * to the last, which is nearest to the instance (the third on P5, the fourth on P6).
 *
 * Layers in the middle get their number behind their name: the third layer of a P6 node may be the leaf of a P5 node, and a
 * switch cannot be both. Nodes without labels go to the leaf `unknown`.
 * @param blocks NVLink blocks that topology.yaml has; each domain keeps the block that it got first
 */
export function annotatorScript(blocks: readonly string[], labels: TopologyLabels = EKS_TOPOLOGY_LABELS): string {
  const [layer1 = "", layer2 = "", layer3 = "", layer4 = ""] = labels.layers;
  return scriptFile("slurm/files/annotate.sh", {
    values: {
      blocks: blocks.join(" "),
      fabric: FABRIC_TOPOLOGY,
      nvlink: NVLINK_TOPOLOGY,
      root: ROOT_SWITCH,
      unknown: UNKNOWN_LEAF,
      nodes: labels.nodes,
      layer1,
      layer2,
      layer3,
      layer4,
      annotation: TOPOLOGY_ANNOTATION,
    },
  });
}
