import { z } from "zod";
import { VM_RULES } from "../vm-rules";
import { pluginText, type SharingKind } from "../sharing";

const passthroughSchema = z.strictObject({ kind: z.literal("passthrough") });

/** GPUs are handed whole to virtual machines of KubeVirt by VFIO: no container gets one, and nothing on the host measures them. */
export const PASSTHROUGH: SharingKind<typeof passthroughSchema> = {
  kind: "passthrough",
  schema: passthroughSchema,
  resolve: () => ({
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
    lost: {
      metrics: "all",
      why: "the driver of the host is away from GPUs that belong to virtual machines: DCGM runs in the guests, or nowhere",
    },
  }),
  rules: VM_RULES,
};
