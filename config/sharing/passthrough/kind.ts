import { gpuDeviceIdOf, passedGpuResource } from "../../facts/gpu-pci";
import { VM_RULES } from "../vm-rules";
import { pluginText, type SharingKind } from "../sharing";
import { PASSTHROUGH_RULES } from "./rules";
import { passthroughSchema } from "./schema";

/** GPUs are handed whole to virtual machines of KubeVirt by VFIO: no container gets one, and nothing on the host measures them. */
export const PASSTHROUGH: SharingKind<typeof passthroughSchema> = {
  kind: "passthrough",
  schema: passthroughSchema,
  resolve({ gpuDeviceId, nics }, { gpus, form }) {
    const id = gpuDeviceId ?? (gpus ? gpuDeviceIdOf(gpus.model, form ?? null) : null);
    return {
      whole: false,
      podsPerGpu: 0,
      offers: [],
      slurm: "its GPUs belong to virtual machines, and slurmd is a container",
      workload: "vm-passthrough",
      plugin: { name: "whole", text: pluginText("none") },
      labels: {},
      cutsGpus: false,
      layout: null,
      needsDevicePlugin: false,
      machineDevices: {
        gpu: id === null ? null : { resource: passedGpuResource(id), selector: `10de:${id}`, by: "device-plugin" },
        gpuShare: 1,
        nic: nics
          ? {
              resource: `railyard.dev/vf-${nics.vendorId}-${nics.deviceId}`,
              selector: `${nics.vendorId}:${nics.deviceId}`,
              by: "kubevirt",
            }
          : null,
      },
      lost: {
        metrics: "all",
        why: "the driver of the host is away from GPUs that belong to virtual machines: DCGM runs in the guests, or nowhere",
      },
    };
  },
  rules: [...VM_RULES, ...PASSTHROUGH_RULES],
};
