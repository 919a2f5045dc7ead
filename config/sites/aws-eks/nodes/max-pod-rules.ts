import { managedPodCap, placeablePods } from "./max-pods";
import { groupPath } from "../../../pools/written-groups";
import type { AwsRule } from "../rule";
import { writtenEc2Groups } from "./ec2-groups";

/** Daemons of every node, with all that config can switch on. */
const ON_EVERY_NODE = [
  "aws-node",
  "kube-proxy",
  "eks-pod-identity-agent",
  "ebs-csi-node",
  "fsx-csi-node",
  "s3-csi-node",
  "eks-node-monitoring-agent",
  "node-exporter",
];
/** Daemons of GPU nodes beside them. */
const ON_GPU_NODES = [
  "node-feature-discovery",
  "gpu-feature-discovery",
  "nvidia-device-plugin",
  "nvidia-dcgm-exporter",
  "nvidia-operator-validator",
  "aws-efa-k8s-device-plugin",
];

/** Pods of a node against what addresses, EKS and daemons allow. */
export const MAX_PODS_RULES: readonly AwsRule[] = [
  {
    id: "nodes/max-pods-placeable",
    title: "Nodes run no more pods than the VPC CNI can give addresses to.",
    severity: "error",
    why: "Pods beyond it stay in ContainerCreating for ever: no address is left on the interfaces of the node.",
    source: "https://github.com/aws/amazon-vpc-cni-k8s/blob/master/pkg/ipamd/ipamd.go",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const placeable = placeablePods(group.hardware, group.fabric);
        if (written.maxPods === undefined || placeable === null || written.maxPods <= placeable) continue;
        const more = group.hardware.maxPods.otherwise ?? 0;
        const roomier = more > placeable && "primaryEfa" in group.hardware.efa.layouts;
        yield {
          path: groupPath(group, "maxPods"),
          message: `maxPods is ${written.maxPods}, but the VPC CNI places ${placeable} on ${group.machines.instanceType} with this fabric`,
          fix: `maxPods: ${placeable}${roomier ? `, or fabric: { kind: "efa", layout: "primary-efa" } for up to ${more}` : ""}`,
        };
      }
    },
  },
  {
    id: "nodes/max-pods-managed",
    title: "Nodes run no more pods than EKS lets a managed node group have.",
    severity: "error",
    why: "Without an image of your own, EKS writes 110 or 250 (above 30 vCPUs) into user data, whatever the template says: the kubelet then takes fewer pods than config counts with.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/choosing-instance-type.html#max-pods-precedence",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const cap = managedPodCap(group.hardware, group.machines.image.kind);
        if (written.maxPods === undefined || cap === null || written.maxPods <= cap) continue;
        yield {
          path: groupPath(group, "maxPods"),
          message: `maxPods is ${written.maxPods}, but EKS holds ${group.machines.instanceType} (${group.hardware.vcpus} vCPUs) to ${cap}`,
          fix: `maxPods: ${cap}, or an image of your own (image: { kind: "custom" })`,
        };
      }
    },
  },
  {
    id: "nodes/max-pods-daemons",
    title: "Nodes have room for pods beside those that every node runs.",
    severity: "error",
    why: "Daemons of the network, of storage, GPUs, metrics and Slurm fill such a node: no job starts on it.",
    source:
      "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/; Railyard's own design: the DaemonSets of the pinned add-ons and charts are counted",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const daemons = [...ON_EVERY_NODE, ...(group.gpus ? ON_GPU_NODES : [])];
        if (written.maxPods === undefined || written.maxPods > daemons.length) continue;
        yield {
          path: groupPath(group, "maxPods"),
          message: `maxPods is ${written.maxPods}; ${daemons.length} daemons may run on the node (${daemons.join(", ")}), and nothing is left for jobs`,
          fix: `remove maxPods, or write ${daemons.length + 10} or more`,
        };
      }
    },
  },
];
