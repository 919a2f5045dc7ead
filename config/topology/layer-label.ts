/** Who tells where nodes stand in a fabric: `railyard topology`, or NVIDIA's topograph in the cluster. */
export const LAYER_SOURCES = ["topology", "topograph"] as const;

export type LayerSource = (typeof LAYER_SOURCES)[number];

/** Layers that labels of nodes have at most. */
export const MOST_LAYERS = 4;

/** Label of a layer; 1 is the top, and the last one the leaf, as AWS counts its own. */
export const layerLabel = (layer: number): string => `railyard.dev/fabric-layer-${layer}`;

/**
 * Label that topograph's engine `k8s` gives; tier 0 is the leaf.
 * @see https://github.com/NVIDIA/topograph/blob/e2b6250/docs/engines/k8s.md
 */
const tierLabel = (tier: number): string => `fabric.topograph.run/tier-${tier}`;

/** Labels of the layers of a fabric, from the top to the leaf. */
export function layerLabels(source: LayerSource, layers: number): string[] {
  return Array.from({ length: layers }, (_, at) =>
    source === "topology" ? layerLabel(at + 1) : tierLabel(layers - 1 - at),
  );
}
