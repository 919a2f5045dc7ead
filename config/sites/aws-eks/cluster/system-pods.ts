import { INSTANCE_TYPES } from "../../../facts/instance-types";
import { podRow, type SystemPods } from "../../../components/component";
import { COMPONENT_ROWS } from "../../../components/registry";
import { toldDrift } from "../../../datasets/drift-told";
import { FOREIGN_PODS, LOG_COLLECTOR_DEMAND, NODE_DAEMONS, SYSTEM_PODS } from "../../../facts/system-pods";
import { keepsJobFiles, nodeSubjects } from "../../../logs/logs";
import { traceStore } from "../../../traces/traces";
import type { AwsEnvironment } from "../environment";
import { allocatable, USUAL_MAX_PODS, type NodeRoom } from "../nodes/allocatable";

/** What runs on the system nodes of an environment, and asks for room there. */
export function systemPods(env: AwsEnvironment): readonly SystemPods[] {
  return [
    podRow("coredns", 2, FOREIGN_PODS.coredns),
    podRow("ebs-csi-controller", 2, FOREIGN_PODS.ebsCsiController),
    ...COMPONENT_ROWS.flatMap(([, { when, pods }]) => (pods && when(env) === true ? pods(env) : [])),
    ...(keepsJobFiles(env.logs) ? [podRow("job-logs", 1, SYSTEM_PODS.jobLogs)] : []),
    ...(traceStore(env.traces) ? [podRow("traces", 2, SYSTEM_PODS.traces)] : []),
    ...(env.checkpoints?.agent ? [podRow("checkpoint-tiers", 1, SYSTEM_PODS.checkpointTiers)] : []),
    ...(env.checkpoints?.warm?.tasks.length
      ? [podRow("repository-tasks", env.checkpoints.warm.tasks.length, SYSTEM_PODS.repositoryTask)]
      : []),
    ...(toldDrift(env).length > 0 ? [podRow("drift-metrics", 2, SYSTEM_PODS.driftMetrics)] : []),
    ...(env.verify.weekly ? [podRow("weekly-verify", 1, SYSTEM_PODS.weeklyVerify)] : []),
  ];
}

/** Room for pods on one system node, beside the daemons that every node runs. */
export function systemNodeRoom({ cluster, logs }: Pick<AwsEnvironment, "cluster" | "logs">): NodeRoom {
  const facts = INSTANCE_TYPES[cluster.systemNodes.instanceType];
  const { cpuMillis, memoryMiB } = allocatable(facts, facts.maxPods.otherwise ?? USUAL_MAX_PODS);
  const daemons = nodeSubjects(logs).length > 0 ? [NODE_DAEMONS, LOG_COLLECTOR_DEMAND] : [NODE_DAEMONS];
  return {
    cpuMillis: Math.floor(daemons.reduce((left, daemon) => left - daemon.cpuMillis, cpuMillis)),
    memoryMiB: Math.floor(daemons.reduce((left, daemon) => left - daemon.memoryMiB, memoryMiB)),
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
