import { inRange, minorNumber } from "../kernel/version-order";
import { CHARTS, type ChartName } from "../facts/versions";
import { imageOf } from "../pools/pool";
import { gpuGroups, groupPath } from "../pools/written-groups";
import type { Rule } from "../kernel/rule";

const DRA = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-dra-device-plugin.html";
const ULTRASERVER = "https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html";

/** First Bottlerocket whose own device plugin can be switched off. */
const PLUGIN_SWITCH = "1.63";
const SWITCHED = { from: PLUGIN_SWITCH, to: null };

/** What dynamic resource allocation needs, and who needs it. */
export const GPU_DRA_RULES: readonly Rule[] = [
  {
    id: "gpu/dra-version",
    title: "Kubernetes is new enough for dynamic resource allocation.",
    severity: "error",
    why: "The DRA drivers ask for API versions that older Kubernetes does not serve.",
    source: `${DRA}; https://github.com/NVIDIA/k8s-dra-driver-gpu (kubeVersion of the pinned charts)`,
    *check({ env }) {
      if (env.gpu.allocation !== "dra") return;
      const charts: ChartName[] = [
        ...(gpuGroups(env).length ? (["dra-driver-nvidia-gpu"] as const) : []),
        ...new Set(env.nodeGroups.flatMap(({ fabric }) => fabric.charts.dra)),
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
      if (env.gpu.allocation !== "dra") return;
      for (const group of gpuGroups(env)) {
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
    title: "GB200 nodes are allocated by dynamic resource allocation.",
    severity: "error",
    why: "NVLink between nodes needs IMEX domains, which the DRA driver alone makes.",
    source: ULTRASERVER,
    *check({ env }) {
      if (env.gpu.allocation === "dra") return;
      for (const group of gpuGroups(env)) {
        if (group.hardware.nvlink?.imexRequired !== true) continue;
        yield {
          path: ["gpu", "allocation"],
          message: `allocation is ${env.gpu.allocation}, but ${group.name} has ${group.machineType}, which needs dra`,
          fix: `gpu: { allocation: "dra" }`,
        };
      }
    },
  },
];
