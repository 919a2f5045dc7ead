import { FABRIC_TOPOLOGY, NVLINK_TOPOLOGY, ROOT_SWITCH, UNKNOWN_LEAF } from "./topology-yaml";
import { scriptFile } from "../core/script-file";

/** Annotation from which the operator takes the topology of a Slurm node. */
export const TOPOLOGY_ANNOTATION = "topology.slinky.slurm.net/spec";

/**
 * Tells Slurm where each node stands in AWS's network, from labels that EKS gives: a path from the root through every layer
 * to the last, which is nearest to the instance (the third on P5, the fourth on P6).
 *
 * Layers in the middle get their number behind their name: the third layer of a P6 node may be the leaf of a P5 node, and a
 * switch cannot be both. Nodes without labels go to the leaf `unknown`.
 * @param blocks NVLink blocks that topology.yaml has; each domain keeps the block that it got first
 */
export function annotatorScript(blocks: readonly string[]): string {
  return scriptFile("slurm/files/annotate.sh", {
    values: {
      blocks: blocks.join(" "),
      fabric: FABRIC_TOPOLOGY,
      nvlink: NVLINK_TOPOLOGY,
      root: ROOT_SWITCH,
      unknown: UNKNOWN_LEAF,
      annotation: TOPOLOGY_ANNOTATION,
    },
  });
}
