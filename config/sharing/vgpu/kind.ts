import { z } from "zod";
import { VGPU_GUIDE, VGPU_TYPE, vgpuShare } from "../../facts/vgpu";
import { key } from "../../kernel/key";
import { pluginText, type SharingKind } from "../sharing";
import { VGPU_RULES } from "./rules";

const objectName = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, "must be the name of a Secret");

const vgpuSchema = z.strictObject({
  kind: z.literal("vgpu"),
  type: key(z.string().max(63).regex(VGPU_TYPE, "must be a vGPU type, such as L40S-12Q"), {
    description:
      "vGPU type into which the device manager divides every GPU of the pool, as NVIDIA's vGPU guide names it.",
    example: "L40S-12Q",
    source: VGPU_GUIDE,
    update: "drains",
  }),
  manager: key(
    z.strictObject({
      repository: key(z.string().regex(/^[a-z0-9][a-z0-9./:_-]*$/, "must be a repository of images"), {
        description:
          "Private repository with the image vgpu-manager, which its licensee builds: NVIDIA publishes none.",
        example: "registry.example.com/nvidia",
        update: "drains",
      }),
      version: key(z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/, "must be a tag"), {
        description: "Tag of the image, without the operating system that the operator appends.",
        example: "580.82.02",
        update: "drains",
      }),
      pullSecret: key(objectName.optional(), {
        description: "Secret in the operator's namespace with the credentials of the repository.",
        defaultNote: "none: nodes may pull without",
        update: "in-place",
      }),
    }),
    { description: "vGPU manager of the hosts: one for the cluster.", update: "drains" },
  ),
  licenseSecret: key(objectName, {
    description:
      "Secret in the operator's namespace with client_configuration_token.tok and gridd.conf; only its name is in config.",
    example: "vgpu-license",
    update: "in-place",
  }),
});

/** Virtual GPUs of NVIDIA's licensed software, each one virtual machine's. */
export const VGPU: SharingKind<typeof vgpuSchema> = {
  kind: "vgpu",
  schema: vgpuSchema,
  resolve: ({ type, manager, licenseSecret }, { gpus }) => ({
    whole: false,
    podsPerGpu: 0,
    offers: [],
    slurm: "its GPUs belong to virtual machines, and slurmd is a container",
    workload: "vm-vgpu",
    plugin: { name: "whole", text: pluginText("none") },
    labels: { "nvidia.com/vgpu.config": type },
    cutsGpus: false,
    layout: null,
    needsDevicePlugin: false,
    vgpu: { manager, licenseSecret },
    machineDevices: {
      gpu: { resource: `nvidia.com/NVIDIA_${type}`, selector: `NVIDIA ${type}`, by: "device-plugin" },
      gpuShare: gpus && vgpuShare(type, gpus.memoryMiB),
      nic: null,
    },
    lost: { metrics: "all", why: "GPUs belong to virtual machines: DCGM runs in the guests, or nowhere" },
  }),
  rules: VGPU_RULES,
};
