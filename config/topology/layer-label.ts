/** Label of a layer; 1 is the top, and the last one the leaf, as AWS counts its own. */
export const layerLabel = (layer: number): string => `railyard.dev/fabric-layer-${layer}`;
