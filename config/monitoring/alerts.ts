import { healthLoopOf } from "../health/health";
import { installs } from "../components/charts";
import { mounts } from "../components/component";
import { followsJobs } from "../components/scaling";
import { toldDrift } from "../datasets/drift-told";
import { type AlertSubject, CHART_ALERTS, RAILYARD_ALERTS } from "../facts/alerts";
import { logStore } from "../logs/logs";
import { traceStore } from "../traces/traces";
import { awsOf } from "../sites/aws-eks/environment";
import { tellsOfCollectives } from "./nccl";
import type { SiteEnvironment } from "../sites/environment";

/** An alert, as routes may name it. */
interface KnownAlert {
  /** More than one where several alerts have the name. */
  readonly severities: readonly string[];
  /** Null: it can sound here. */
  readonly missing: string | null;
}

/** Whether there is what an alert is of, and what to say where there is not. */
interface Presence {
  readonly lacks: string;
  readonly has: (env: SiteEnvironment) => boolean;
}

const fabric =
  (...keys: readonly string[]) =>
  ({ nodeGroups }: SiteEnvironment): boolean =>
    nodeGroups.some(({ fabric: { health } }) => health !== null && keys.includes(health.key));

const hasGpus = ({ nodeGroups }: SiteEnvironment): boolean => nodeGroups.some(({ gpus }) => gpus !== null);
const mountsLustre = ({ storage }: SiteEnvironment): boolean => storage.some(({ isLustre }) => isLustre === true);

/** What must be there at the least: an environment that has it may still lack some of its alerts. */
const PRESENCE: Readonly<Record<AlertSubject, Presence>> = {
  gpus: { lacks: "no GPU operator", has: (env) => installs(env, "gpu-operator") },
  xids: { lacks: "no pool with GPUs", has: hasGpus },
  "kernel-log": { lacks: "no pool with GPUs, and no Lustre", has: (env) => hasGpus(env) || mountsLustre(env) },
  efa: { lacks: "no node group with EFA", has: fabric("efa") },
  rdma: { lacks: "no pool with InfiniBand or RoCE", has: fabric("infiniband", "roce") },
  infiniband: { lacks: "no pool with InfiniBand", has: fabric("infiniband") },
  roce: { lacks: "no pool with RoCE", has: fabric("roce") },
  lustre: {
    lacks: "no FSx for Lustre",
    has: (env) => mounts(env, "aws-fsx-csi-driver"),
  },
  "lustre-clients": { lacks: "no Lustre that nodes mount", has: mountsLustre },
  slurm: { lacks: "no slurm", has: ({ slurm }) => slurm !== null },
  slos: {
    lacks: "no promise in monitoring.slos",
    has: ({ monitoring }) =>
      Object.values(monitoring.slos).some((target) =>
        typeof target === "object" ? Object.keys(target).length > 0 : target !== "off",
      ),
  },
  trainings: { lacks: "no pool with GPUs", has: hasGpus },
  collectives: { lacks: "no monitoring.ncclInspector", has: tellsOfCollectives },
  nodes: { lacks: "no node that AWS starts", has: (env) => awsOf(env) !== null },
  certificates: { lacks: "no slurm, and so no cert-manager", has: ({ slurm }) => slurm !== null },
  kueue: { lacks: "no kueue", has: ({ kueue }) => kueue !== null },
  money: { lacks: "no prices, which only AWS has", has: (env) => awsOf(env) !== null },
  tuning: {
    lacks: "no pool of servers with tuning",
    has: ({ nodeGroups }) => nodeGroups.some(({ machines }) => machines.kind !== "aws"),
  },
  "startup-checks": {
    lacks: "no node group with startupChecks",
    has: ({ nodeGroups }) => nodeGroups.some(({ startupChecks }) => startupChecks === true),
  },
  disks: { lacks: "no node", has: () => true },
  "disk-wear": { lacks: "no monitoring.diskWear", has: ({ monitoring }) => monitoring.diskWear },
  health: {
    lacks: "no health, or every node group in a partition of Slurm",
    has: (env) => healthLoopOf(env).length > 0,
  },
  scaling: {
    lacks: "no node group that follows the jobs of Slurm",
    has: (env) => env.nodeGroups.some((group) => followsJobs(env, group)),
  },
  nat: { lacks: "no NAT gateway of its own", has: (env) => (awsOf(env)?.network.natZones ?? []).length > 0 },
  "control-plane": { lacks: "no API of Kubernetes", has: () => true },
  etcd: { lacks: "no control plane of EKS", has: (env) => awsOf(env) !== null },
  logs: { lacks: "no store of logs", has: ({ logs }) => logStore(logs) !== null },
  traces: { lacks: "no store of traces", has: ({ traces }) => traceStore(traces) !== null },
  replication: {
    lacks: "no checkpoints.replicateTo",
    has: (env) => awsOf(env)?.checkpoints?.replicateTo != null,
  },
  "bucket-requests": {
    lacks: "no checkpoints.requestMetrics",
    has: (env) => awsOf(env)?.checkpoints?.requestMetrics === true,
  },
  tiers: { lacks: "no checkpoints.agent", has: (env) => awsOf(env)?.checkpoints?.agent != null },
  "repository-tasks": {
    lacks: "no checkpoints.warm.tasks",
    has: (env) => (awsOf(env)?.checkpoints?.warm?.tasks ?? []).length > 0,
  },
  drift: {
    lacks: "no dataset with drift whose checks leave their numbers on a volume",
    has: (env) => toldDrift(env).length > 0,
  },
  verify: { lacks: "no verify.weekly", has: ({ verify }) => verify.weekly !== undefined },
};

/** Every alert that Railyard knows, by name, and whether it can sound in an environment. */
export function knownAlerts(env: SiteEnvironment): ReadonlyMap<string, KnownAlert> {
  const known = new Map<string, KnownAlert>();
  for (const { severities, names } of CHART_ALERTS)
    for (const name of names) known.set(name, { severities, missing: null });
  for (const [name, { severities, of }] of Object.entries(RAILYARD_ALERTS)) {
    const { lacks, has } = PRESENCE[of];
    known.set(name, { severities, missing: has(env) ? null : lacks });
  }
  return known;
}

/** Names of alerts that values of charts bring, wherever in them. */
export function alertsOfValues(values: unknown): string[] {
  if (Array.isArray(values)) return values.flatMap(alertsOfValues);
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    key === "alert" && typeof value === "string" ? [value] : alertsOfValues(value),
  );
}
