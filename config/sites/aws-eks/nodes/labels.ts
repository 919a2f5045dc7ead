import type { ResolvedFabric } from "../../../fabrics/fabric";
import { fabricLabels } from "../../../fabrics/resolve";
import { PLUGIN_LABEL, type Allocation } from "../../../gpu/allocation";
import type { ResolvedGpus } from "../../../gpu/gpus";

/** Labels by which Slurm and charts find the nodes of a group. */
export const groupLabels = (name: string) => ({ "railyard.dev/node-group": name });

/** Labels that Railyard gives to the nodes of a group. */
export function railyardLabels(
  name: string,
  gpus: ResolvedGpus | null,
  fabric: ResolvedFabric,
): Record<string, string> {
  return {
    ...groupLabels(name),
    "railyard.dev/role": gpus ? "gpu" : "cpu",
    ...(gpus && { "railyard.dev/gpu": gpus.type }),
    ...fabricLabels(fabric),
  };
}

/** Keeps the device plugin off nodes whose devices are claimed. */
export const pluginLabels = (allocation: Allocation): Readonly<Record<string, string>> =>
  allocation === "dra" ? { [PLUGIN_LABEL]: "false" } : {};
