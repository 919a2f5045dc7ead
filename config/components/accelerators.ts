import type { ChartName } from "../facts/versions";
import { allocatedBy, type Allocation } from "../gpu/allocation";
import { FOREIGN_PODS } from "../facts/system-pods";
import { podRow, unless, type Component, type Deciding } from "./component";

const GPUS_GO = "pods can no longer get GPUs";
const EFA_GOES = "pods can no longer get EFA devices";
const GPU_DAEMONS = "its daemons restart; pods keep the GPUs that they have, and new ones wait for a minute";
const EFA_DAEMONS = "its daemons restart; pods keep the devices that they have, and new ones wait for a minute";
const NO_DRA = "no group is allocated by dra";
const ALL_DRA = "all groups are allocated by dra";

const withGpus = ({ nodeGroups }: Deciding, holds: boolean, reason: string): true | string =>
  nodeGroups.some((g) => g.gpus) ? unless(holds, reason) : "there is no GPU group";

/** Whether pods claim GPUs, or channels between nodes of one NVLink domain. */
const claimsOfNvidia = ({ nodeGroups }: Deciding): boolean =>
  nodeGroups.some(
    ({ gpus, allocation, nvlinkDomainNodes }) => gpus && (allocation === "dra" || nvlinkDomainNodes !== null),
  );

const EFA_CHARTS: readonly ChartName[] = ["aws-efa-k8s-device-plugin", "aws-dranet"];

/** Whether a group with EFA has its devices from one of both. */
function withEfa({ nodeGroups }: Deciding, allocation: Allocation, reason: string): true | string {
  const withCharts = nodeGroups.filter(({ fabric }) =>
    Object.values(fabric.charts).some((charts) => charts.some((one) => EFA_CHARTS.includes(one))),
  );
  if (withCharts.length === 0) return "no node group has EFA";
  return unless(allocatedBy({ nodeGroups: withCharts }, allocation).length > 0, reason);
}

/** What hands GPUs and EFA devices to pods. */
export const ACCELERATORS = {
  "gpu-operator": {
    stack: "platform",
    when: (env) => withGpus(env, env.gpu.operator, "gpu.operator is false"),
    pods: () => [podRow("gpu-operator", 1, FOREIGN_PODS.gpuOperator, FOREIGN_PODS.nodeFeatureDiscovery)],
    review: {
      gone: GPUS_GO,
      changed: GPU_DAEMONS,
      reachesGpus: [
        "driver",
        "toolkit",
        "mig",
        "migManager",
        "cdi",
        "vgpuManager",
        "kataManager",
        "vfioManager",
        "sandboxWorkloads",
        "operator.runtimeClass",
        "operator.defaultRuntime",
      ],
    },
  },
  kubevirt: {
    stack: "platform",
    when: ({ nodeGroups, gpu }) =>
      nodeGroups.every(({ sharing }) => sharing.workload === "container")
        ? "no pool has GPUs for virtual machines"
        : unless(gpu.kubevirt, "gpu.kubevirt is false"),
    pods: () => [podRow("kubevirt", 2, FOREIGN_PODS.virtOperator, FOREIGN_PODS.virtApi, FOREIGN_PODS.virtController)],
    review: {
      // its objects go when none is left: uninstallStrategy BlockUninstallIfWorkloadsExist
      gone: "virtual machines can no longer be started; while one exists KubeVirt refuses to be deleted, and the destroy stops there: delete machines by name before it",
      changed: "its controllers restart; machines run on as they are, and have the new version when they start again",
    },
  },
  "network-operator": {
    stack: "platform",
    when: ({ nodeGroups }) =>
      nodeGroups.some(({ fabric }) => fabric.rdma) ? true : "no nodes have InfiniBand or RoCE cards",
    pods: () => [podRow("network-operator", 1, FOREIGN_PODS.networkOperator)],
    review: {
      gone: "pods can no longer get InfiniBand and RoCE cards, nor their networks",
      changed: "its daemons restart; nodes may be drained one after another where settings of cards change",
    },
  },
  "dra-driver-nvidia-gpu": {
    stack: "platform",
    when: (env) => withGpus(env, claimsOfNvidia(env), NO_DRA),
    review: { gone: GPUS_GO, changed: GPU_DAEMONS },
  },
  "aws-efa-k8s-device-plugin": {
    stack: "platform",
    when: (env) => withEfa(env, "device-plugin", ALL_DRA),
    review: { gone: EFA_GOES, changed: EFA_DAEMONS },
  },
  "aws-dranet": {
    stack: "platform",
    when: (env) => withEfa(env, "dra", NO_DRA),
    review: { gone: EFA_GOES, changed: EFA_DAEMONS },
  },
} as const satisfies Readonly<Record<string, Component>>;
