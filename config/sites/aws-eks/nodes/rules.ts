import { QUOTA_SOURCES, QUOTAS } from "../../../facts/quotas";
import { orList } from "../../../kernel/nearest";
import type { AwsRule } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups, isKarpenters, managedGroups, writtenEc2Groups } from "./ec2-groups";

const NODEADM = "https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/";
const REPAIR = "https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html";
const UPDATE = "https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html";

/** Disks that nodeadm wants for a mirrored volume. */
const RAID10_DISKS = 4;
/** Below it, a few training images of 10 to 30 GB and their layers fill the disk. */
const SMALL_ROOT_GIB = 100;

/** Size, disks, pods and upkeep of node groups. */
export const NODES_RULES: readonly AwsRule[] = [
  {
    id: "nodes/range-order",
    title: "The least number of nodes is not above the greatest.",
    severity: "error",
    why: "EKS refuses a node group whose minimum is above its maximum.",
    source: "https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupScalingConfig.html",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const { nodes } = written;
        if (typeof nodes === "number" || nodes.min <= nodes.max) continue;
        yield {
          path: groupPath(group, "nodes", "min"),
          message: `nodes.min is ${nodes.min}, above nodes.max, ${nodes.max}`,
          fix: `nodes: { min: ${nodes.max}, max: ${nodes.min} }`,
        };
      }
    },
  },
  {
    id: "nodes/range-unscaled",
    title: "Somebody scales a group that has a range.",
    severity: "warning",
    why: "A range of a managed node group stays at its minimum until an autoscaler that you install, or a person, raises it.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/autoscaling.html",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const { nodes } = written;
        if (typeof nodes === "number" || nodes.min >= nodes.max || group.count.owner !== "autoscaler") continue;
        if (isKarpenters(group)) continue;
        yield {
          path: groupPath(group, "nodes"),
          message: `the group begins with ${nodes.min} of up to ${nodes.max} nodes, and nothing here adds any`,
          fix: `nodes: ${Math.max(1, nodes.min)}, or scaledBy: { kind: "karpenter" }, or install an autoscaler and ignore this rule`,
        };
      }
    },
  },
  {
    id: "nodes/local-storage",
    title: "Local disks are used as their number allows.",
    severity: "error",
    why: "nodeadm would fail at boot, and the nodes never join.",
    source: NODEADM,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const disks: number | null = group.hardware.nvme.count;
        const { localStorage } = written;
        if (localStorage === undefined || localStorage === "none" || disks === null) continue;
        const base = { path: groupPath(group, "localStorage") };
        if (disks === 0) {
          const message = `localStorage is ${localStorage}, but ${group.machines.instanceType} has no local disk`;
          yield { ...base, message, fix: `remove localStorage` };
        } else if (localStorage === "raid10" && disks < RAID10_DISKS) {
          const message = `localStorage is raid10, which needs ${RAID10_DISKS} disks; ${group.machines.instanceType} has ${disks}`;
          yield { ...base, message, fix: `localStorage: "raid0"` };
        }
      }
    },
  },
  {
    id: "nodes/local-storage-idle",
    title: "Local disks of GPU nodes are used.",
    severity: "warning",
    why: "The disks are paid for with the instance, and are the fastest place for images, data and checkpoints.",
    source: NODEADM,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const { gpus, hardware, localStorage } = group;
        if (!gpus || localStorage !== "none" || hardware.nvme.totalGB === 0) continue;
        yield {
          path: groupPath(group, "localStorage"),
          message: `localStorage is none: ${hardware.nvme.totalGB} GB of NVMe on each ${group.machines.instanceType} stay idle`,
          fix: `remove localStorage, which means raid0`,
        };
      }
    },
  },
  {
    id: "nodes/root-volume-small",
    title: "GPU nodes that keep images on the root volume have room for them.",
    severity: "warning",
    why: "Images of training frameworks take 10 to 30 GB: under DiskPressure the kubelet evicts pods, jobs among them.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/",
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        // mounted one by one, the disks carry no images
        const onRoot = group.localStorage === "none" || group.localStorage === "mount";
        if (!group.gpus || !onRoot || group.machines.rootVolumeGiB >= SMALL_ROOT_GIB) continue;
        yield {
          path: groupPath(group, "rootVolumeGiB"),
          message: `rootVolumeGiB is ${group.machines.rootVolumeGiB}, and with localStorage ${group.localStorage} all images lie on it`,
          fix: `rootVolumeGiB: 200, or localStorage: "raid0" where the type has disks`,
        };
      }
    },
  },
  {
    id: "nodes/max-unavailable",
    title: "An update leaves some nodes of the group running.",
    severity: "warning",
    why: "An update takes away this many nodes at one time: here all of them, with their jobs.",
    source: UPDATE,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        if (group.count.max < 2 || group.machines.maxUnavailable < group.count.max) continue;
        yield {
          path: groupPath(group, "maxUnavailable"),
          message: `maxUnavailable is ${group.machines.maxUnavailable}, but the group has at most ${group.count.max} nodes: an update takes all at once`,
          fix: `maxUnavailable: 1, or any number below ${group.count.max}`,
        };
      }
    },
  },
  {
    id: "nodes/repair-training",
    title: "Nodes that train together are not repaired behind the scheduler's back.",
    severity: "warning",
    why: "EKS reboots or replaces a node ten minutes after a GPU fault, without draining it in Slurm: a job over EFA dies with any of its nodes.",
    source: REPAIR,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        if (group.machines.repair.kind !== "auto" || group.fabric.devices === 0) continue;
        const block =
          group.machines.capacity.kind === "capacity-block" ? ", and a replacement comes from the same block" : "";
        yield {
          path: groupPath(group, "repair", "kind"),
          message: `repair is auto: EKS may reboot up to ${group.machines.repair.maxParallel} ${group.fabric.title} ${group.machines.repair.maxParallel > 1 ? "nodes" : "node"} in the middle of a job${block}`,
          fix: `repair: { kind: "off" }, and drain bad nodes in Slurm`,
        };
      }
    },
  },
  {
    id: "nodes/repair-never-stops",
    title: "Repair stops before all nodes are unhealthy.",
    severity: "warning",
    why: "When most nodes fail at one time, something larger is wrong, and rebooting them makes it worse.",
    source: REPAIR,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const {
          machines: { repair },
          count: nodes,
        } = group;
        if (repair.kind !== "auto" || nodes.max < 3 || repair.maxUnhealthy < nodes.max) continue;
        yield {
          path: groupPath(group, "repair", "maxUnhealthy"),
          message: `repair stops above ${repair.maxUnhealthy} unhealthy nodes, which a group of at most ${nodes.max} never has`,
          fix: `maxUnhealthy: ${Math.max(1, Math.floor(nodes.max / 5))}, a fifth of the group`,
        };
      }
    },
  },
  {
    id: "nodes/group-count",
    title: "Node groups fit into the quota of a cluster.",
    severity: "warning",
    why: "A new account has 30 managed node groups in a cluster: EKS refuses more until the quota is raised.",
    source: QUOTA_SOURCES.eks.url,
    *check({ env }) {
      const most = QUOTAS["L-6D54EA21"].default ?? Infinity;
      // the system nodes are a group as well
      const count = managedGroups(env).length + 1;
      if (count <= most) return;
      yield {
        path: ["nodeGroups"],
        message: `${count} node groups, with that of the system nodes; an account has ${most} in a cluster unless its quota was raised`,
        fix: "have quota L-6D54EA21 raised before the deployment, or join groups",
      };
    },
  },
  {
    id: "nodes/neuron",
    title: "Node groups have NVIDIA GPUs or none.",
    severity: "error",
    why: "Railyard installs nothing for Trainium: the nodes would join, and no pod could ask for their devices.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/device-management-neuron.html",
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const { accelerator } = group.hardware;
        if (!accelerator) continue;
        yield {
          path: groupPath(group, "instanceType"),
          message: `${group.machines.instanceType} has ${accelerator.count} × ${accelerator.model}, which Railyard does not support yet`,
          fix: `an instance type with NVIDIA GPUs, such as ${orList(["p5.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge"])}`,
        };
      }
    },
  },
];
