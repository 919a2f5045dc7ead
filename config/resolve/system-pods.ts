import { INSTANCE_TYPES } from "../facts/instance-types";
import { FOREIGN_PODS, NODE_DAEMONS, type PodDemand, prometheusDemand, SYSTEM_PODS } from "../facts/system-pods";
import { installs } from "./charts";
import type { ResolvedEnvironment } from "./index";
import { nodesAtMost } from "./nodes-at-most";

/** Pods of one kind on the system nodes. */
export interface SystemPods {
  readonly name: string;
  readonly count: number;
  readonly demand: PodDemand;
}

/** What runs on the system nodes of an environment, and asks for room there. */
export function systemPods(env: ResolvedEnvironment): readonly SystemPods[] {
  const rows: SystemPods[] = [];
  const add = (name: string, count: number, ...demands: readonly PodDemand[]) =>
    rows.push({ name, count, demand: demands.reduce(sum) });
  const has = (chart: Parameters<typeof installs>[1]) => installs(env, chart);
  const pods = SYSTEM_PODS;

  add("coredns", 2, FOREIGN_PODS.coredns);
  add("ebs-csi-controller", 2, FOREIGN_PODS.ebsCsiController);
  if (has("aws-load-balancer-controller")) add("load-balancer-controller", 2, pods.loadBalancerController);
  if (has("cert-manager")) add("cert-manager", 6, pods.certManager);
  if (has("gpu-operator")) add("gpu-operator", 1, FOREIGN_PODS.gpuOperator, FOREIGN_PODS.nodeFeatureDiscovery);
  if (has("kube-prometheus-stack")) {
    add("prometheus", 1, prometheusDemand(nodesAtMost(env)));
    add("alertmanager", 1, pods.alertmanager);
    add("prometheus-operator", 1, pods.prometheusOperator);
    add("grafana", 1, pods.grafana, pods.grafanaSidecar, pods.grafanaSidecar);
    add("kube-state-metrics", 1, pods.kubeStateMetrics);
  }
  if (has("prometheus-yet-another-cloudwatch-exporter")) add("cloudwatch-exporter", 1, pods.cloudwatchExporter);
  if (!env.slurm) return rows;
  add("slurm-operator", 2, pods.slurmOperator);
  add("slurm-operator-webhook", 2, pods.slurmOperatorWebhook);
  add("slurmctld", 1, pods.slurmctld, pods.slurmSidecar, pods.slurmSidecar);
  add("slurmdbd", 1, pods.slurmdbd);
  add("slurmrestd", 1, pods.slurmrestd);
  if (env.slurm.login.kind !== "none") add("login", env.slurm.login.replicas, pods.login);
  if (has("mariadb-operator")) {
    add("mariadb-operator", 1, pods.mariadbOperator);
    add("mariadb-operator-webhook", 1, pods.mariadbOperatorWebhook);
    add("slurm-database", 1, pods.slurmDatabase);
  }
  return rows;
}

/** Room for pods on one system node, beside the daemons that every node runs. */
export interface NodeRoom {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

/** Share of the nominal memory that the operating system never sees: https://karpenter.sh/docs/reference/settings/ */
const VM_OVERHEAD = 0.075;
const EVICTION_MIB = 100;

/**
 * What nodeadm leaves for pods.
 * @see https://github.com/awslabs/amazon-eks-ami/blob/v20260724/nodeadm/internal/kubelet/config.go
 */
export function systemNodeRoom({ cluster }: Pick<ResolvedEnvironment, "cluster">): NodeRoom {
  const { vcpus, memoryMiB, maxPods } = INSTANCE_TYPES[cluster.systemNodes.instanceType];
  // 6 % of the first core, 1 % of the second, half a percent of the next two, a quarter of each after them
  const reservedCpu = [60, 10, 5, 5].slice(0, vcpus).reduce((all, one) => all + one, 0) + 2.5 * Math.max(0, vcpus - 4);
  const reservedMiB = 11 * (maxPods.otherwise ?? 110) + 255;
  return {
    cpuMillis: Math.floor(1000 * vcpus - reservedCpu - NODE_DAEMONS.cpuMillis),
    memoryMiB: Math.floor(memoryMiB * (1 - VM_OVERHEAD) - reservedMiB - EVICTION_MIB - NODE_DAEMONS.memoryMiB),
  };
}

/** Names of the pods that find no node when the largest are placed first; empty: all do. */
export function unplaced(pods: readonly SystemPods[], room: NodeRoom, nodes: number): readonly string[] {
  const free = Array.from({ length: nodes }, () => ({ ...room }));
  const each = pods
    .flatMap(({ name, count, demand }) => Array.from({ length: count }, () => ({ name, demand })))
    .sort((a, b) => b.demand.memoryMiB - a.demand.memoryMiB);
  const left = each.filter(({ demand }) => {
    const node = free.find((one) => one.cpuMillis >= demand.cpuMillis && one.memoryMiB >= demand.memoryMiB);
    if (!node) return true;
    node.cpuMillis -= demand.cpuMillis;
    node.memoryMiB -= demand.memoryMiB;
    return false;
  });
  return [...new Set(left.map(({ name }) => name))];
}

const sum = (a: PodDemand, b: PodDemand): PodDemand => ({
  cpuMillis: a.cpuMillis + b.cpuMillis,
  memoryMiB: a.memoryMiB + b.memoryMiB,
  limitMiB: a.limitMiB + b.limitMiB,
});
