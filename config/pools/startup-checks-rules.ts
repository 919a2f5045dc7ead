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
  {
    id: "nodes/startup-checks-unheard",
    title: "Somebody hears of a node that its checks keep closed.",
    severity: "warning",
    why: "A node that fails takes no pod, and costs as before. An alert says so after 20 minutes where there is monitoring; elsewhere it is the condition StartupChecks of the node alone, which nobody looks at unasked.",
    source: "https://kubernetes.io/docs/reference/node/node-status/#condition",
    *check({ env: { monitoring, nodeGroups } }) {
      if (monitoring.enabled) return;
      for (const pool of nodeGroups) {
        if (!pool.startupChecks) continue;
        yield {
          path: groupPath(pool, "startupChecks"),
          message: `monitoring is off, so no alert tells of a node of ${pool.name} that stays closed`,
          fix: "write monitoring: { enabled: true }; ignore this rule if something of your own watches the condition StartupChecks of nodes",
        };
      }
    },
  },
];
