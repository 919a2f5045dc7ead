import { inRange, minorNumber } from "../kernel/version-order";
import { CHARTS, type ChartName } from "../facts/versions";
import { imageOf, isNodeGroup, type ResolvedPool } from "../pools/pool";
import { gpuGroups, groupPath } from "../pools/written-groups";
import type { Rule } from "../kernel/rule";
import { teamsOf } from "../teams/resolve";
import { allocatedBy, gpuAllocations } from "./allocation";

const DRA = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-dra-device-plugin.html";
const ULTRASERVER = "https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html";

/** First Bottlerocket whose own device plugin can be switched off. */
const PLUGIN_SWITCH = "1.63";
const SWITCHED = { from: PLUGIN_SWITCH, to: null };

const VALIDATOR = "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/cmd/nvidia-validator/main.go";

/** What dynamic resource allocation needs, and who needs it. */
export const GPU_DRA_RULES: readonly Rule[] = [
  {
    id: "gpu/dra-version",
    title: "Kubernetes is new enough for dynamic resource allocation.",
    severity: "error",
    why: "The DRA drivers ask for API versions that older Kubernetes does not serve.",
    source: `${DRA}; https://github.com/NVIDIA/k8s-dra-driver-gpu (kubeVersion of the pinned charts)`,
    *check({ env }) {
      const claiming = env.nodeGroups.filter(({ deviceClaims }) => deviceClaims.length > 0);
      const charts: ChartName[] = [
        ...(gpuGroups({ nodeGroups: claiming }).length > 0 ? (["dra-driver-nvidia-gpu"] as const) : []),
        ...new Set(allocatedBy({ nodeGroups: claiming }, "dra").flatMap(({ fabric }) => fabric.charts.dra)),
      ];
      for (const chart of charts) {
        const least = CHARTS[chart].minKubernetes;
        if (least === null || minorNumber(env.cluster.version) >= minorNumber(least)) continue;
        yield {
          path: ["cluster", "version"],
          message: `allocation is dra, and ${chart} ${CHARTS[chart].version} asks for Kubernetes ${least}; version is ${env.cluster.version}`,
          fix: `cluster: { version: "${least}" } or later, or gpu: { allocation: "device-plugin" }`,
        };
      }
    },
  },
  {
    id: "gpu/dra-bottlerocket",
    title: "Bottlerocket's own device plugin can be switched off where DRA allocates GPUs.",
    severity: "error",
    why: "Before 1.63 it cannot: plugin and DRA driver would give one GPU to two pods, silently.",
    source: DRA,
    *check({ env }) {
      for (const group of allocatedBy({ nodeGroups: gpuGroups(env) }, "dra")) {
        const image = imageOf(group);
        if (image?.kind !== "bottlerocket" || image.release === null || inRange(image.release, SWITCHED)) continue;
        yield {
          path: groupPath(group, "image", "release"),
          message: `allocation is dra, but Bottlerocket ${image.release} always runs its own device plugin; ${PLUGIN_SWITCH}.0 is the first that need not`,
          fix: `a release of ${PLUGIN_SWITCH}.0 or later, or image: { kind: "al2023" }`,
        };
      }
    },
  },
  {
    id: "gpu/gb200-needs",
    title: "GB200 nodes of AWS are allocated by dynamic resource allocation.",
    severity: "error",
    why: "EKS supports UltraServers with it alone: NVLink between nodes needs IMEX domains, which the DRA driver makes.",
    source: ULTRASERVER,
    *check({ env }) {
      for (const group of allocatedBy({ nodeGroups: gpuGroups(env) }, "device-plugin")) {
        if (!isNodeGroup(group) || group.hardware.nvlink?.imexRequired !== true) continue;
        yield {
          path: groupPath(group, "allocation"),
          message: `allocation is device-plugin, but ${group.name} has ${group.machineType}, which needs dra`,
          fix: `allocation: "dra" in ${group.name}`,
        };
      }
    },
  },
  {
    id: "gpu/compute-domain-mix",
    title: "NVIDIA's DRA driver hands out GPUs on all of its nodes, or on none.",
    severity: "error",
    why: "Its switch for GPUs holds for the cluster: on nodes where it makes compute domains beside a device plugin, both would hand out the same GPUs.",
    source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
    *check({ env }) {
      const gpus = gpuGroups(env);
      const claiming = allocatedBy({ nodeGroups: gpus }, "dra").map(({ name }) => name);
      if (claiming.length === 0) return;
      for (const group of allocatedBy({ nodeGroups: gpus }, "device-plugin")) {
        if (group.nvlinkDomainNodes === null) continue;
        yield {
          path: groupPath(group, "allocation"),
          message: `allocation of ${group.name} is device-plugin, but its nodes need compute domains of the driver that hands out the GPUs of ${claiming.join(", ")}`,
          fix: `the same allocation in all of these groups`,
        };
      }
    },
  },
  {
    id: "gpu/mixed-validator",
    title: "The GPU Operator's validator can become ready on all GPU nodes.",
    severity: "warning",
    why: "Where some groups have a device plugin it waits on every GPU node for nvidia.com/gpu: its pods on nodes with dra never become ready, and the ClusterPolicy says so for ever. Drivers, telemetry and labels come all the same.",
    source: VALIDATOR,
    *check({ env }) {
      if (!env.gpu.operator || gpuAllocations(env).length < 2) return;
      const groups = allocatedBy({ nodeGroups: gpuGroups(env) }, "dra");
      yield {
        path: groupPath(groups[0]!, "allocation"),
        message: `${groups.map(({ name }) => name).join(", ")} ${groups.length === 1 ? "is" : "are"} allocated by dra, and other GPU groups by a device plugin: pods of nvidia-operator-validator there stay in Init`,
        fix: `the same allocation in all GPU groups; ignore this rule where both are wanted`,
      };
    },
  },
  {
    id: "gpu/mixed-quota",
    title: "GPUs of a team's namespace can be counted.",
    severity: "error",
    why: "Kubernetes counts requests of a resource and claimed devices apart, and nothing adds them up: the team could use its GPUs twice.",
    source: "https://kubernetes.io/docs/concepts/policy/resource-quotas/",
    *check({ env }) {
      const names = [...new Set(gpuGroups(env).flatMap(namesOfGpus))];
      if (names.length < 2) return;
      for (const { name, namespaceGpus } of teamsOf(env)) {
        if (namespaceGpus === null || namespaceGpus === 0) continue;
        yield {
          path: ["teams", name, "namespace", "gpus"],
          message: `the namespace may use ${namespaceGpus} GPUs, but pods get them by ${names.join(" and ")}: up to ${names.length * namespaceGpus}`,
          fix: `the same allocation and sharing in all GPU groups, namespace: { gpus: 0 }, or kueue, which has a quota for each group`,
        };
      }
    },
  },
];

/** What containers ask for to get GPUs of a group: each name is counted by itself. */
const namesOfGpus = ({ allocation, sharing }: Pick<ResolvedPool, "allocation" | "sharing">): readonly string[] =>
  allocation === "dra" ? ["claims"] : sharing.offers.map(({ resource }) => resource);
