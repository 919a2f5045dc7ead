import { mounts } from "../../config/components/component";
import { followsJobs } from "../../config/components/scaling";
import { CHARTS } from "../../config/facts/versions";
import { tellsOfCollectives } from "../../config/monitoring/nccl";
import type { SiteEnvironment } from "../../config/sites/environment";
import { collectiveAlerts, collectiveRecordings } from "../alerts/collectives";
import { certificateAlerts } from "../alerts/certificates";
import { diskAlerts } from "../alerts/disks";
import { kernelLogAlerts } from "../alerts/kernel-log";
import { lustreClientAlerts } from "../alerts/lustre-clients";
import { nodeAlerts } from "../alerts/nodes";
import { slurmAlerts } from "../alerts/slurm";
import { trainingAlerts, trainingRecordings } from "../alerts/training";
import { sxidAlerts } from "../alerts/sxids";
import { xidAlerts } from "../alerts/xids";
import { lustre } from "../dashboards/lustre";
import { money } from "../dashboards/money";
import { scaling } from "../dashboards/scaling";
import { slurm } from "../dashboards/slurm";
import { slosDashboard } from "../dashboards/slos";
import { sloAlerts } from "../slos/alerts";
import { slosOf } from "../slos/objectives";
import { PROMISED_DAYS, sloRecordings } from "../slos/recordings";
import type { Slo } from "../slos/slo";
import { scrapesJobs } from "./job-metrics";
import type { ClusterComponent, ClusterContext, PlatformComponent } from "./component";
import { exportsGpus } from "./gpu-operator";
import { KubernetesObjects } from "./kubernetes-objects";
import { asksDisks } from "./nvme-metrics";
import { scrapesPods, trainingPods } from "./training-pods";
import { countsEvictions, countsXids, readsKernelLog } from "./kernel-log-metrics";

const MONITORING = CHARTS["kube-prometheus-stack"].namespace;

/** Nodes of its partitions; null: an autoscaler, hours or a Capacity Block decide on some of them. */
function nodesOfSlurm({ slurm, nodeGroups }: SiteEnvironment): number | null {
  const names = new Set(Object.values(slurm?.partitions ?? {}).flatMap((partition) => partition.nodeGroups));
  const pools = nodeGroups.filter(({ name }) => names.has(name));
  return pools.every(({ count }) => count.owner === "terraform")
    ? pools.reduce((sum, { count }) => sum + count.min, 0)
    : null;
}

/** An own database is backed up by whoever runs it. */
const copiedOf = ({ checkpoints, slurm }: SiteEnvironment) => {
  if (checkpoints === null) return [];
  if (slurm?.accounting.kind !== "mariadb") return ["queue"] as const;
  return [
    "queue",
    "database",
    ...(slurm.accounting.recoveryMinutes === undefined ? [] : ["changes" as const]),
  ] as const;
};

const scales = (env: SiteEnvironment): boolean => env.nodeGroups.some((group) => followsJobs(env, group));

/** What Slurm's controller tells of itself: nothing is installed for it here. */
export const slurmOverview: ClusterComponent = {
  id: "slurm-overview",
  when: ({ env }) => env.slurm !== null || "there is no slurm",
  alerts: {
    id: "slurm-alerts",
    release: "railyard-slurm-alerts",
    groups: ({ env }) => slurmAlerts({ nodes: nodesOfSlurm(env), copied: copiedOf(env), scales: scales(env) }),
  },
  dashboards: ({ env }) => [slurm({ jobs: exportsGpus(env) }), ...(scales(env) ? [scaling()] : [])],
};

const percentOf = (target: number | "off"): number | null => (target === "off" ? null : target);

/** Promises of the environment of which something tells. */
function slosOfEnvironment({ env }: ClusterContext): Slo[] {
  const { nodeAvailability, controlPlane, goodput, checkpointSuccess, jobStart } = env.monitoring.slos;
  return slosOf({
    nodeAvailability: percentOf(nodeAvailability),
    controlPlane: percentOf(controlPlane),
    goodput: percentOf(goodput),
    checkpointSuccess: percentOf(checkpointSuccess),
    jobStart,
    trainings: scrapesJobs(env),
    slurm: env.slurm && { nodes: nodesOfSlurm(env) },
    gpus: env.nodeGroups.some(({ gpus }) => gpus !== null),
  });
}

/** What is promised to users of the cluster, and whether it is kept. */
export const sloOverview: ClusterComponent = {
  id: "slos",
  when: (context) => slosOfEnvironment(context).length > 0 || "nothing is promised",
  alerts: {
    id: "slo-rules",
    release: "railyard-slos",
    recordings: (context) => sloRecordings(slosOfEnvironment(context), context.env.monitoring.retentionDays),
    groups: (context) => sloAlerts(slosOfEnvironment(context)),
  },
  dashboards: (context) => [
    slosDashboard({
      slos: slosOfEnvironment(context),
      days: Math.min(PROMISED_DAYS, context.env.monitoring.retentionDays),
      unmeasured: [
        ...(context.env.slurm ? [] : ["how soon jobs start"]),
        ...(scrapesJobs(context.env) ? [] : ["goodput of jobs", "whether checkpoints succeed"]),
      ],
    }),
  ],
};

/** Node groups of EKS that have as many nodes as config says, day and night. */
const fixedGroups = ({ nodeGroups }: SiteEnvironment) =>
  nodeGroups.flatMap(({ name, count, machines }) =>
    machines.kind === "aws" && count.owner === "terraform" && count.min > 0 ? [{ name, nodes: count.min }] : [],
  );

/** Machines that AWS should start, or will take back. */
export const nodeOverview: PlatformComponent = {
  id: "node-overview",
  when: () => true,
  alerts: {
    id: "node-alerts",
    release: "railyard-node-alerts",
    groups: ({ env, blockEnds }) =>
      nodeAlerts({
        fixed: fixedGroups(env),
        blocks: blockEnds,
        karpenter: env.nodeGroups.some(({ machines }) => machines.kind === "aws" && machines.karpenter !== null),
      }),
  },
};

/** Local disks of nodes. */
export const diskOverview: ClusterComponent = {
  id: "disk-overview",
  when: () => true,
  alerts: {
    id: "disk-alerts",
    release: "railyard-disk-alerts",
    groups: ({ env }) => diskAlerts({ wear: asksDisks(env) }),
  },
};

/** What the kernel's log of nodes tells: XIDs and SXids of GPUs, of which DCGM tells, too, and what Lustre's client says. */
export const xidOverview: ClusterComponent = {
  id: "xid-overview",
  when: ({ env }) => readsKernelLog(env) || "there are neither GPUs nor Lustre, or monitoring is off",
  alerts: {
    id: "xid-alerts",
    release: "railyard-xid-alerts",
    groups: ({ env }) => [
      ...(countsXids(env) ? [...xidAlerts({ dcgm: exportsGpus(env) }), ...sxidAlerts()] : []),
      ...(countsEvictions(env) ? lustreClientAlerts() : []),
      ...kernelLogAlerts(),
    ],
  },
  // of FSx the dashboard comes with what CloudWatch tells
  dashboards: ({ env }) =>
    countsEvictions(env) && !mounts(env, "aws-fsx-csi-driver") ? [lustre([], { clients: true })] : [],
};

/** Certificates of webhooks. cert-manager is there before Prometheus, which must be there before its alerts. */
export const certificateOverview: ClusterComponent = {
  id: "certificate-overview",
  when: ({ env }) => env.slurm !== null || "nothing needs cert-manager",
  alerts: {
    id: "certificate-alerts",
    release: "railyard-certificate-alerts",
    groups: () => certificateAlerts(),
  },
};

/** What trainings tell of themselves, on nodes of Slurm and in pods. */
export const trainingOverview: ClusterComponent = {
  id: "training-overview",
  after: ["monitoring"],
  when: ({ env }) => scrapesPods(env) || "there are no GPUs, or monitoring is off",
  install: (_, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: "railyard-training",
      namespace: MONITORING,
      createNamespace: false,
      objects: [trainingPods(MONITORING)],
      dependsOn,
    }).dependable,
  ],
  alerts: {
    id: "training-alerts",
    release: "railyard-training-alerts",
    recordings: ({ env }) => [...trainingRecordings(), ...(tellsOfCollectives(env) ? collectiveRecordings() : [])],
    groups: ({ env }) => [...trainingAlerts(), ...(tellsOfCollectives(env) ? collectiveAlerts() : [])],
  },
};

/** Who holds GPUs, and what they cost. */
export const moneyOverview: ClusterComponent = {
  id: "money-overview",
  when: ({ env }) => env.slurm !== null || exportsGpus(env) || "nothing tells who holds GPUs",
  dashboards: ({ env, usdPerGpuHour }) => [money({ usdPerGpuHour, slurm: env.slurm !== null, gpus: exportsGpus(env) })],
};
