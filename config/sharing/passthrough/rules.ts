import { GPU_DEVICES, gpuModelOf, NVIDIA_PCI_VENDOR } from "../../facts/gpu-pci";
import type { Rule } from "../../kernel/rule";
import { groupPath } from "../../pools/written-groups";

/** What is handed to virtual machines must be known by its PCI ids. */
export const PASSTHROUGH_RULES: readonly Rule[] = [
  {
    id: "gpu/passthrough-device",
    title: "GPUs of virtual machines are known by their PCI device id, which is one of their model.",
    severity: "error",
    why: "KubeVirt lets machines have devices of ids that it was told alone: with none, or that of another GPU, no machine starts.",
    source: "https://kubevirt.io/user-guide/compute/host-devices/",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { config, machineDevices } = group.sharing;
        if (config.kind !== "passthrough" || !group.gpus) continue;
        const { model } = group.gpus;
        const ids = GPU_DEVICES.filter((one) => one.model === model).map(({ id }) => id);
        const path = groupPath(group, "sharing", "gpuDeviceId");
        if (!machineDevices?.gpu)
          yield {
            path,
            message: `sharing is passthrough, and ${ids.length === 0 ? "no PCI device id of" : "several PCI device ids are of"} ${model}${ids.length === 0 ? " is known" : ""}`,
            fix: `write gpuDeviceId: lspci -n -d 10de: shows it on a host${ids.length === 0 ? "" : `; known are ${ids.join(", ")}`}`,
          };
        else if (config.gpuDeviceId !== undefined && isOther(config.gpuDeviceId, ids))
          yield {
            path,
            message: `gpuDeviceId ${config.gpuDeviceId} is ${gpuModelOf(config.gpuDeviceId) ?? `none that is known of ${model}`}, and ${group.name} has ${model}`,
            fix: `${ids.length === 0 ? "write the id that lspci -n -d 10de: shows on a host" : `write ${ids.join(" or ")}`}, or take gpuDeviceId out`,
          };
      }
    },
  },
  {
    id: "gpu/passthrough-nics",
    title: "Network cards of virtual machines are no GPUs.",
    severity: "error",
    why: "KubeVirt would hand the GPUs out a second time, as cards: two machines are promised one device.",
    source: "https://kubevirt.io/user-guide/compute/host-devices/",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { config } = group.sharing;
        if (config.kind !== "passthrough" || config.nics?.vendorId !== NVIDIA_PCI_VENDOR) continue;
        const { deviceId } = config.nics;
        const model = gpuModelOf(deviceId);
        yield {
          path: groupPath(group, "sharing", "nics", "vendorId"),
          message: `nics are ${NVIDIA_PCI_VENDOR}:${deviceId}, ${model ? `which is ${model}` : "a device of the vendor of the GPUs"}, and no network card`,
          fix: `write what lspci -n shows of the virtual functions: NVIDIA's own network cards have vendorId: "15b3"`,
        };
      }
    },
  },
];

/** Whether an id is not of the model: one of another, or none of those that are known of it. */
const isOther = (id: string, ids: readonly string[]): boolean =>
  ids.length > 0 ? !ids.includes(id) : gpuModelOf(id) !== null;
