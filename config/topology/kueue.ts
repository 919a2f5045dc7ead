import { stringify } from "yaml";
import { layerLabel, layerLabels } from "./layer-label";
import { TREE_TOPOLOGY } from "./slurm";
import type { FabricTree } from "./fabric-tree";

/** Name of Kueue's topology. */
export const KUEUE_TOPOLOGY = "infiniband";

/** Annotation by which Slinky tells Slurm where a node stands. */
export const SLINKY_TOPOLOGY = "topology.slinky.slurm.net/spec";

/** Kueue's levels, from the labels that {@link nodeLabels} sets. */
export const kueueTopology = ({ layers }: FabricTree): string => kueueLevels(layerLabels("topology", layers.length));

/**
 * Kueue's levels, from labels of nodes. The host is the last level: taints of nodes count only then.
 * @param labels of the layers, from the top to the leaf
 * @see https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/
 */
export function kueueLevels(labels: readonly string[]): string {
  const levels = [...labels, "kubernetes.io/hostname"];
  return stringify({
    apiVersion: "kueue.x-k8s.io/v1beta2",
    kind: "Topology",
    metadata: { name: KUEUE_TOPOLOGY },
    spec: { levels: levels.map((nodeLabel) => ({ nodeLabel })) },
  });
}

/** What each leaf's nodes are labelled and annotated with. */
export interface LeafLabels {
  readonly leaf: string;
  readonly nodes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Labels of the nodes of each leaf, one for each layer of the fabric, and the annotation that Slinky reads. */
export function nodeLabels({ layers, places }: FabricTree): LeafLabels[] {
  return (layers.at(-1) ?? []).map(({ name, nodes }) => {
    const path = places.get(nodes[0]!)!;
    // a leaf that has no switch above it is deeper than its path says
    const offset = layers.length - path.length;
    return {
      leaf: name,
      nodes,
      labels: Object.fromEntries(path.map((unit, at) => [layerLabel(at + offset + 1), unit])),
      annotations: { [SLINKY_TOPOLOGY]: [TREE_TOPOLOGY, ...path].join(":") },
    };
  });
}

/** Nodes of one command: a line that a terminal and a kernel still take. */
const AT_ONCE = 200;

/**
 * Commands that set them. Names have been looked at when they were read: none has a character that a shell would take for its
 * own.
 */
export function labelCommands(tree: FabricTree): string {
  const lines = nodeLabels(tree).flatMap(({ nodes, labels, annotations }) =>
    Array.from({ length: Math.ceil(nodes.length / AT_ONCE) }, (_, at) =>
      nodes.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    ).flatMap((some) => [
      `kubectl label --overwrite nodes ${some.join(" ")} ${written(labels)}`,
      `kubectl annotate --overwrite nodes ${some.join(" ")} ${written(annotations)}`,
    ]),
  );
  return `${lines.join("\n")}\n`;
}

const written = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");
