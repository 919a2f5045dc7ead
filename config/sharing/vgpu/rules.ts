import type { Rule } from "../../kernel/rule";
import { groupPath } from "../../pools/written-groups";

/** What vGPUs ask of a cluster. */
export const VGPU_RULES: readonly Rule[] = [
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
