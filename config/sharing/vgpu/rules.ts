import { VGPU_GUIDE, vgpuBoard } from "../../facts/vgpu";
import type { Rule } from "../../kernel/rule";
import { groupPath } from "../../pools/written-groups";

/** What vGPUs ask of a cluster. */
export const VGPU_RULES: readonly Rule[] = [
  {
    id: "gpu/vgpu-type",
    title: "vGPU types are those of the pool's GPUs.",
    severity: "error",
    why: "A type is of one board: the device manager makes none of it on another, and virtual machines wait for ever.",
    source: VGPU_GUIDE,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { config } = group.sharing;
        if (config.kind !== "vgpu" || !group.gpus) continue;
        const [asked, has] = [vgpuBoard(config.type), vgpuBoard(group.gpus.model)];
        if (asked === has) continue;
        yield {
          path: groupPath(group, "sharing", "type"),
          message: `${config.type} is no type of ${group.gpus.model}, which ${group.name} has`,
          fix: `a type of the guide for ${has ?? group.gpus.model}${has === null ? "" : `, which begins with ${has}`}`,
        };
      }
    },
  },
  {
    id: "gpu/vgpu-one-manager",
    title: "All pools with vGPUs have one vGPU manager and one licence.",
    severity: "error",
    why: "The GPU Operator has one of each for the cluster: the pools of the other would run with a driver that does not fit their guests.",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html",
    *check({ env }) {
      const [first, ...others] = env.nodeGroups.filter(({ sharing }) => sharing.vgpu !== undefined);
      for (const group of others) {
        if (JSON.stringify(group.sharing.vgpu) === JSON.stringify(first!.sharing.vgpu)) continue;
        yield {
          path: groupPath(group, "sharing", "manager"),
          message: `manager or licenseSecret of ${group.name} are others than those of ${first!.name}`,
          fix: `the same manager and licenseSecret in both`,
        };
      }
    },
  },
];
