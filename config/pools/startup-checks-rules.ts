import type { Rule } from "../kernel/rule";
import { groupPath } from "./written-groups";
import { imageOf } from "./pool";

/** Nodes that are checked before their first pod. */
export const STARTUP_CHECKS_RULES: readonly Rule[] = [
  {
    id: "nodes/startup-checks-nothing",
    title: "Nodes that are checked have GPUs or devices of a fabric.",
    severity: "error",
    why: "Of any other node nothing is asked that its kubelet does not tell: it would only start later.",
    source: "https://kubernetes.io/docs/reference/node/node-status/#condition",
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        if (!pool.startupChecks || pool.gpus || (pool.fabric.health && pool.fabric.devices > 0)) continue;
        yield {
          path: groupPath(pool, "startupChecks"),
          message: `nodes of ${pool.name} (${pool.machineType}) have neither GPUs nor devices of a fabric`,
          fix: "take it out",
        };
      }
    },
  },
  {
    id: "nodes/startup-checks-driver",
    title: "Nodes that are checked have NVIDIA's driver where the check finds it.",
    severity: "error",
    why: "The check runs nvidia-smi of the host, or of the driver's container. Bottlerocket has it at a place that no document names, and GPUs of virtual machines are not the host's: no node would ever pass.",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html",
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        if (!pool.startupChecks || !pool.gpus) continue;
        const image = imageOf(pool);
        const why =
          image?.kind === "bottlerocket"
            ? "boot Bottlerocket"
            : pool.sharing.workload === "container"
              ? null
              : "give their GPUs to virtual machines";
        if (why === null) continue;
        yield {
          path: groupPath(pool, "startupChecks"),
          message: `nodes of ${pool.name} ${why}`,
          fix: "take it out; npx railyard verify --suite join looks at them once they have joined",
        };
      }
    },
  },
];
