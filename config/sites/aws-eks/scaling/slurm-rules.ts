import { followsJobs } from "../../../components/scaling";
import { minorNumber } from "../../../kernel/version-order";
import { groupPath } from "../../../pools/written-groups";
import { partitionPath, partitionsOf } from "../../../slurm/partitions";
import type { AwsEnvironment } from "../environment";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { karpenterGroups } from "../nodes/ec2-groups";
import type { AwsRule } from "../rule";

const SLURM_METRICS = "https://slurm.schedmd.com/metrics.html";
const TOLERANCE = "https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#tolerance";

/** Kubernetes minor from which an autoscaler may have a tolerance of its own. */
const OWN_TOLERANCE_FROM = 35;
/** Up to here one node more is more than Kubernetes' tolerance of a tenth. */
const MOST_WITHIN_TOLERANCE = 10;

/** What gangs of nodes are advised, minutes: a node of GPUs takes several to boot, join and pass its checks. */
const IDLE_MINUTES = 10;

/** Pools of which as many nodes run as jobs ask for. */
const jobPools = (env: AwsEnvironment): ResolvedNodeGroup[] =>
  karpenterGroups(env).filter((group) => followsJobs(env, group));

/** What must hold where jobs of Slurm start nodes. */
export const SCALING_SLURM_RULES: readonly AwsRule[] = [
  {
    id: "scaling/metrics",
    title: "Somebody knows which jobs wait for nodes of a pool.",
    severity: "error",
    why: "KEDA asks Prometheus for the largest job that waits: without it the pool stays at its minimum, and jobs wait for ever.",
    source: "https://keda.sh/docs/2.20/scalers/prometheus/",
    *check({ env }) {
      if (env.monitoring.enabled) return;
      for (const group of jobPools(env)) {
        yield {
          path: groupPath(group, "scaledBy"),
          message: "Slurm's jobs start the nodes of the pool, but monitoring.enabled is false",
          fix: "monitoring: { enabled: true }, or leave scaledBy out",
        };
      }
    },
  },
  {
    id: "scaling/partition",
    title: "A pool that follows Slurm's jobs has its partitions for itself.",
    severity: "error",
    why: "Slurm tells by partition what waits and what works, and not by group: nodes of two groups cannot be told apart, and one would grow for jobs of the other.",
    source: SLURM_METRICS,
    *check({ env }) {
      const pools = jobPools(env).map(({ name }) => name);
      for (const [name, { nodeGroups }] of partitionsOf(env)) {
        const scaled = nodeGroups.find((group) => pools.includes(group));
        const others = nodeGroups.filter((group) => group !== scaled);
        if (scaled === undefined || others.length === 0) continue;
        yield {
          path: partitionPath(name, "nodeGroups"),
          message: `partition ${name} has ${scaled}, which follows its jobs, beside ${others.join(" and ")}`,
          fix: `a partition for ${scaled} alone; a job may name several: --partition=${name},…`,
        };
      }
    },
  },
  {
    id: "scaling/no-nodes",
    title: "A partition of Karpenter's nodes can get one.",
    severity: "error",
    why: "Slurm takes a job for a partition whose nodes are still to come, and with a limit of 0 none comes: the job waits for ever, and nothing says so.",
    source: "https://karpenter.sh/docs/concepts/nodepools/#speclimits",
    *check({ env }) {
      const counts = new Map(env.nodeGroups.map(({ name, count }) => [name, count.max]));
      const parked = new Set(
        karpenterGroups(env)
          .filter(({ count }) => count.max === 0)
          .map(({ name }) => name),
      );
      for (const [name, { nodeGroups }] of partitionsOf(env)) {
        const pool = nodeGroups.find((group) => parked.has(group));
        if (pool === undefined || nodeGroups.some((group) => counts.get(group) !== 0)) continue;
        yield {
          path: partitionPath(name, "nodeGroups"),
          message: `nodes.max of ${pool} is 0, and partition ${name} has no other node: its jobs wait for ever`,
          fix: `nodes: { min: 0, max: 1 } or more in ${pool}, or take partition ${name} out`,
        };
      }
    },
  },
  {
    id: "scaling/tolerance",
    title: "A pool gets its last node, however many it has.",
    severity: "error",
    why: "Before Kubernetes 1.35 no autoscaler adds less than a tenth: the 21st node of a job never comes, and 20 are paid while it waits.",
    source: TOLERANCE,
    *check({ config, env }) {
      if (minorNumber(config.cluster.version) >= OWN_TOLERANCE_FROM) return;
      for (const group of jobPools(env)) {
        if (group.count.max <= MOST_WITHIN_TOLERANCE) continue;
        yield {
          path: groupPath(group, "nodes", "max"),
          message: `nodes.max is ${group.count.max} with Kubernetes ${config.cluster.version}, which tolerates a tenth too few`,
          fix: `cluster: { version: "1.${OWN_TOLERANCE_FROM}" } or later, or max: ${MOST_WITHIN_TOLERANCE} and another pool`,
        };
      }
    },
  },
  {
    id: "scaling/short-idle",
    title: "Nodes that jobs start are kept long enough for the next job.",
    severity: "warning",
    why: "A node takes minutes to boot, to join and to pass its checks. What ends sooner than that is started anew for each job, and may end before the other nodes of its job are there.",
    source: "https://karpenter.sh/docs/concepts/disruption/#consolidation",
    *check({ env }) {
      for (const group of jobPools(env)) {
        const idleMinutes = group.machines.karpenter?.idleMinutes ?? IDLE_MINUTES;
        if (idleMinutes >= IDLE_MINUTES) continue;
        yield {
          path: groupPath(group, "scaledBy", "idleMinutes"),
          message: `nodes of ${group.name} end after ${idleMinutes === 1 ? "1 minute" : `${idleMinutes} minutes`} without a job`,
          fix: `idleMinutes: ${IDLE_MINUTES} or more`,
        };
      }
    },
  },
  {
    id: "scaling/hours",
    title: "Pools that follow the hours of the schedule are Slurm's.",
    severity: "error",
    why: "Of a pool of Karpenter the hours are kept by Slurm, whose jobs ask for no nodes outside of them: pods of others keep their nodes all night.",
    source: "https://karpenter.sh/docs/concepts/disruption/#consolidation",
    *check({ env }) {
      const { schedule } = env;
      if (!schedule) return;
      for (const group of karpenterGroups(env)) {
        if (!schedule.nodeGroups.includes(group.name) || followsJobs(env, group)) continue;
        const others = schedule.nodeGroups.filter((name) => name !== group.name);
        yield {
          path: ["schedule", "nodeGroups"],
          message: `the schedule has the pool ${group.name}, which no partition of Slurm has`,
          fix: others.length > 0 ? `nodeGroups: ${JSON.stringify(others)}` : "leave schedule out",
        };
      }
    },
  },
];
