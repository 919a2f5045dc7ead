import type { Rule } from "../kernel/rule";
import { imageOf } from "../pools/pool";
import { groupPath } from "../pools/written-groups";
import { groupsOf, partitionsOf } from "../slurm/partitions";

const MIG = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-mig.html";
const TIME_SLICING = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-time-slicing.html";
const OPERATOR_SHARING = "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-sharing.html";

/** GPUs that several pods share: where it works, and who does it. */
export const GPU_SHARING_RULES: readonly Rule[] = [
  {
    id: "gpu/sharing-on-cpu",
    title: "GPUs are shared where there are some.",
    severity: "error",
    why: "There is nothing to share: the key belongs to another group, or the instance type is wrong.",
    source: OPERATOR_SHARING,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (group.sharing.whole || group.gpus) continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${group.sharing.kind}, but ${group.machineType} has no NVIDIA GPU`,
          fix: `remove sharing`,
        };
      }
    },
  },
  {
    id: "gpu/sharing-on-fabric",
    title: "GPUs of nodes with EFA are not shared in turns.",
    severity: "warning",
    why: "An EFA device belongs to one pod: of the pods that share a GPU, most get none. Context switches slow down training.",
    source: TIME_SLICING,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { sharing, fabric, gpus } = group;
        if (!sharing.needsDevicePlugin || sharing.podsPerGpu === null || fabric.devices === 0 || !gpus) continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${sharing.kind}: up to ${gpus.count * sharing.podsPerGpu} pods for ${fabric.devices} ${fabric.title} devices of a node`,
          fix: `fabric: { kind: "none" } if the group serves small jobs, or remove sharing if it trains`,
        };
      }
    },
  },
  {
    id: "gpu/sharing-needs-plugin",
    title: "Time-slicing and MPS go with device plugins.",
    severity: "error",
    why: "In the DRA driver both are alpha features that are switched off: pods would stay in ContainerCreating.",
    source: TIME_SLICING,
    *check({ env }) {
      for (const group of env.nodeGroups) {
        const { kind, needsDevicePlugin } = group.sharing;
        if (!needsDevicePlugin || !group.gpus || group.allocation !== "dra") continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${kind}, but its allocation is dra, whose driver shares GPUs as an alpha feature only`,
          fix: `allocation: "device-plugin" in ${group.name}, or remove sharing`,
        };
      }
    },
  },
  {
    id: "gpu/sharing-needs-operator",
    title: "Somebody applies the sharing of GPUs.",
    severity: "error",
    why: "On Amazon Linux the MIG manager and the configuration of the device plugin are parts of the GPU Operator.",
    source: MIG,
    *check({ env }) {
      if (env.gpu.operator) return;
      for (const group of env.nodeGroups) {
        const image = imageOf(group)?.kind;
        if (group.sharing.whole || !group.gpus) continue;
        yield {
          path: groupPath(group, "sharing", "kind"),
          message: `sharing is ${group.sharing.kind}, but gpu.operator is false, so nothing applies it${image === undefined ? "" : ` on ${image} nodes`}`,
          fix: `gpu: { operator: true }, or remove sharing`,
        };
      }
    },
  },
  {
    id: "gpu/sharing-with-slurm",
    title: "Slurm can hand out the GPUs of the nodes in its partitions.",
    severity: "error",
    why: "Slurm's pods take whole nodes with all that they offer, and count it: of what it cannot count, jobs get nothing.",
    source: "https://slurm.schedmd.com/gres.html",
    *check({ env }) {
      for (const [name, partition] of partitionsOf(env)) {
        for (const group of groupsOf(env, partition)) {
          const { sharing, allocation } = group;
          // of layouts that do not fit others tell
          if (!group.gpus || (sharing.cutsGpus && !sharing.layout)) continue;
          const reason =
            typeof sharing.slurm === "string"
              ? sharing.slurm
              : sharing.cutsGpus && allocation === "dra"
                ? "what lists instances for slurmd gets them from the device plugin, and allocation is dra"
                : null;
          if (reason === null) continue;
          yield {
            path: groupPath(group, "sharing", "kind"),
            message: `sharing is ${sharing.kind}, and partition ${name} has ${group.name}: ${reason}`,
            fix: `sharing: { kind: "time-slicing", replicas: 4 }, which are shards in Slurm, remove sharing, or take ${group.name} out of partition ${name}`,
          };
        }
      }
    },
  },
];
