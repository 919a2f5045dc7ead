import { type NodeTaint } from "../core/node-taint";
import { type Placement, type PodToleration, type Toleration, tolerationJson } from "../cluster/placement";

/**
 * Tolerations for taints, whatever their value: `Equal` with a value that somebody changes on the node would lock the
 * daemons out that the node needs to become usable.
 * @see https://github.com/NVIDIA/k8s-device-plugin/issues/1934
 */
export function tolerate(taints: readonly NodeTaint[]): PodToleration[] {
  const known = new Map<string, Toleration>();
  for (const { key, effect } of taints) known.set(`${key}:${effect}`, { key, operator: "Exists", effect });
  return [...known.values()].map(tolerationJson);
}

/** Where pods go, as a pod spec and most charts have it. */
export type PlacementValues = {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations?: readonly PodToleration[];
};

/** `nodeSelector` and `tolerations`, as most charts name them for a Deployment; tolerations only where there are any. */
export function placementValues({ nodeSelector, tolerations }: Placement): PlacementValues {
  return { nodeSelector, ...(tolerations.length > 0 && { tolerations: tolerations.map(tolerationJson) }) };
}
