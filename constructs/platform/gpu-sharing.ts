import type { ResolvedSharing } from "../../config/sharing/sharing";

/** What the device plugin, the MIG manager and their labels need of how a group shares its GPUs. */
export type GpuSharing = Pick<
  ResolvedSharing,
  "kind" | "whole" | "plugin" | "labels" | "cutsGpus" | "needsDevicePlugin"
>;

/** Configuration of nodes without a label. */
export const DEFAULT_PROFILE = "exclusive";

/** It has whole GPUs. */
const DEFAULT_TEXT = "version: v1\nflags:\n  migStrategy: none\n";

/** Labels that a node needs for its sharing: the device plugin reads one, the MIG manager the other. */
export function sharingLabels({ whole, plugin, labels }: GpuSharing): Record<string, string> {
  return whole ? {} : { "nvidia.com/device-plugin.config": plugin.name, ...labels };
}

/** Whether any group is cut into MIG slices. */
export const usesMig = (sharing: readonly GpuSharing[]): boolean => sharing.some(({ cutsGpus }) => cutsGpus);

/**
 * Configurations of the device plugin by name; empty where no group shares. One cluster-wide setting cannot serve groups
 * that share differently, so each node names its configuration in a label.
 */
export function sharingProfiles(sharing: readonly GpuSharing[]): Record<string, string> {
  const shared = sharing.filter(({ whole }) => !whole);
  if (shared.length === 0) return {};
  const profiles = shared.map(({ plugin }): [string, string] => [plugin.name, plugin.text]);
  return Object.fromEntries(
    [[DEFAULT_PROFILE, DEFAULT_TEXT] as [string, string], ...profiles].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
