import type { SiteEnvironment } from "../../config/sites/environment";
import { slurmAlerts } from "../alerts/slurm";
import { money } from "../dashboards/money";
import { slurm } from "../dashboards/slurm";
import type { ClusterComponent } from "./component";
import { exportsGpus } from "./gpu-operator";

/** Nodes of its partitions; null: an autoscaler, hours or a Capacity Block decide on some of them. */
function nodesOfSlurm({ slurm, nodeGroups }: SiteEnvironment): number | null {
  const names = new Set(Object.values(slurm?.partitions ?? {}).flatMap((partition) => partition.nodeGroups));
  const pools = nodeGroups.filter(({ name }) => names.has(name));
  return pools.every(({ count }) => count.owner === "terraform")
    ? pools.reduce((sum, { count }) => sum + count.min, 0)
    : null;
}

/** An own database is backed up by whoever runs it. */
const copiedOf = ({ checkpoints, slurm }: SiteEnvironment) =>
  checkpoints === null
    ? []
    : (["queue", ...(slurm?.accounting.kind === "mariadb" ? ["database" as const] : [])] as const);

/** What Slurm's controller tells of itself: nothing is installed for it here. */
export const slurmOverview: ClusterComponent = {
  id: "slurm-overview",
  when: ({ env }) => env.slurm !== null || "there is no slurm",
  alerts: {
    id: "slurm-alerts",
    release: "railyard-slurm-alerts",
    groups: ({ env }) => slurmAlerts({ nodes: nodesOfSlurm(env), copied: copiedOf(env) }),
  },
  dashboards: ({ env }) => [slurm({ jobs: exportsGpus(env) })],
};

/** Who holds GPUs, and what they cost. */
export const moneyOverview: ClusterComponent = {
  id: "money-overview",
  when: ({ env }) => env.slurm !== null || exportsGpus(env) || "nothing tells who holds GPUs",
  dashboards: ({ env, usdPerGpuHour }) => [money({ usdPerGpuHour, slurm: env.slurm !== null, gpus: exportsGpus(env) })],
};
