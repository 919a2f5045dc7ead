import { GPU_WORKLOAD_LABEL } from "../../config/facts/gpu-operator";
import type { GpuLayout, ResolvedSharing } from "../../config/sharing/sharing";

/** What the device plugin, the MIG manager and their labels need of how a group shares its GPUs. */
export type GpuSharing = Pick<
  ResolvedSharing,
  "kind" | "whole" | "plugin" | "labels" | "cutsGpus" | "layout" | "needsDevicePlugin" | "workload" | "vgpu"
>;

/** Configuration of nodes without a label. */
export const DEFAULT_PROFILE = "whole";

/** It has whole GPUs. */
const DEFAULT_TEXT = "version: v1\nflags:\n  migStrategy: none\n";

/** Labels that a node needs for its sharing: the device plugin reads one, the MIG manager and the operator others. */
export function sharingLabels({ whole, plugin, labels, workload }: GpuSharing): Record<string, string> {
  if (workload !== "container") return { [GPU_WORKLOAD_LABEL]: workload, ...labels };
  return whole ? {} : { "nvidia.com/device-plugin.config": plugin.name, ...labels };
}

/** Whether any group is cut into MIG slices. */
export const usesMig = (sharing: readonly GpuSharing[]): boolean => sharing.some(({ cutsGpus }) => cutsGpus);

/**
 * Configurations of the device plugin by name; empty where no group shares. One cluster-wide setting cannot serve groups
 * that share differently, so each node names its configuration in a label.
 */
export function sharingProfiles(sharing: readonly GpuSharing[]): Record<string, string> {
  const shared = sharing.filter(({ whole, workload }) => !whole && workload === "container");
  if (shared.length === 0) return {};
  const profiles = shared.map(({ plugin }): [string, string] => [plugin.name, plugin.text]);
  return Object.fromEntries(
    [[DEFAULT_PROFILE, DEFAULT_TEXT] as [string, string], ...profiles].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Configuration of the MIG manager; null: what it makes itself from what it finds on each node has all layouts. Its own is
 * left aside once it has another, so that all of the cluster's are in it.
 * @see https://github.com/NVIDIA/mig-parted/blob/v0.15.0/api/spec/v1/spec.go
 */
export function migConfig(sharing: readonly GpuSharing[]): string | null {
  const layouts = sharing.flatMap(({ layout }) => (layout ? [layout] : []));
  if (layouts.every(({ known }) => known)) return null;
  const names = [...new Set(layouts.map(({ name }) => name))].toSorted();
  return [
    "version: v1\nmig-configs:\n  all-disabled:\n    - devices: all\n      mig-enabled: false\n",
    ...names.map((name) => `  ${name}:\n${layoutText(layouts.filter((one) => one.name === name))}`),
  ].join("");
}

/** GPUs of several models may call different instances by one name: each is told by its id. */
function layoutText(layouts: readonly GpuLayout[]): string {
  const different = new Map(layouts.map((layout) => [JSON.stringify(layout.slices), layout]));
  return [...different.values()]
    .map(({ slices, pciDeviceIds }) => {
      const ids = pciDeviceIds.map((id) => `"0x${id.toUpperCase()}10DE"`).join(", ");
      const filter =
        different.size > 1 && ids !== ""
          ? `    - device-filter: [${ids}]\n      devices: all\n`
          : "    - devices: all\n";
      const devices = Object.entries(slices).map(([profile, count]) => `        "${profile}": ${count}\n`);
      return `${filter}      mig-enabled: true\n      mig-devices:\n${devices.join("")}`;
    })
    .join("");
}
