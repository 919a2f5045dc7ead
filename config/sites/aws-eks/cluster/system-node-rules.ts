import { SLURM_CONTROLLERS } from "../../../facts/slurm-controllers";
import type { AwsEnvironment } from "../environment";
import type { AwsRule } from "../rule";
import { systemNodeRoom, systemPods, unplaced } from "./system-pods";
import type { Violation } from "../../../kernel/rule";

const SOURCE =
  "https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/; Railyard's own design: the requests that its releases make are counted";

/** How many nodes of the type it would take; null: one pod is larger than a node. */
function nodesNeeded(env: AwsEnvironment): number | null {
  const pods = systemPods(env);
  const room = systemNodeRoom(env);
  const most = pods.reduce((all, { count }) => all + count, 0);
  for (let nodes = 1; nodes <= most; nodes++) if (unplaced(pods, room, nodes).length === 0) return nodes;
  return null;
}

function violation(env: AwsEnvironment, nodes: number, when: string): Violation | null {
  const { instanceType, count } = env.cluster.systemNodes;
  const left = unplaced(systemPods(env), systemNodeRoom(env), nodes);
  if (left.length === 0) return null;
  const needed = nodesNeeded(env);
  const pods = systemPods(env);
  const memory = Math.ceil(pods.reduce((all, one) => all + one.count * one.demand.memoryMiB, 0) / 1024);
  const cpus = (pods.reduce((all, one) => all + one.count * one.demand.cpuMillis, 0) / 1000).toFixed(1);
  return {
    path: ["cluster", "systemNodes"],
    message: `${count} ${instanceType} have no room${when} for ${left.join(", ")}: pods there ask for ${cpus} vCPUs and ${memory} GiB in all`,
    fix:
      needed === null
        ? "take a larger instance type, such as m7i.2xlarge"
        : `write count: ${needed + 1} or more, or take a larger instance type`,
  };
}

/** Whether what the cluster cannot do without has room on the system nodes. */
export const SYSTEM_NODE_RULES: readonly AwsRule[] = [
  {
    id: "cluster/system-nodes-too-small",
    title: "System nodes have room for what runs on them.",
    severity: "error",
    why: "A pod without room stays pending: no controller, no accounting, or no metrics, and the apply waits for it in vain.",
    source: SOURCE,
    *check({ env }) {
      const found = violation(env, env.cluster.systemNodes.count, "");
      if (found) yield found;
    },
  },
  {
    id: "cluster/system-nodes-no-spare",
    title: "System nodes have room for what runs on them while one of them is away.",
    severity: "warning",
    why: "Every update of the nodes takes one away, and so does every fault: until it is back, jobs are not scheduled or not counted.",
    source: SOURCE,
    *check({ env }) {
      const { count } = env.cluster.systemNodes;
      if (violation(env, count, "")) return;
      const found = violation(env, count - 1, ", while one of them is away,");
      if (found) yield found;
    },
  },
  {
    id: "cluster/system-nodes-controllers",
    title: "There are as many system nodes as slurmctld.",
    severity: "error",
    why: "Two slurmctld never share a node: those above the number of nodes stay pending, and the apply waits for them in vain.",
    source: SLURM_CONTROLLERS.source,
    *check({ env: { slurm, cluster } }) {
      const replicas = slurm?.controller?.replicas ?? 1;
      const { count } = cluster.systemNodes;
      if (replicas <= count) return;
      yield {
        path: ["slurm", "controller", "replicas"],
        message: `${replicas} slurmctld are asked for, and there are ${count} system nodes`,
        fix: `write replicas: ${count}, or cluster: { systemNodes: { count: ${replicas} } }`,
      };
    },
  },
];
