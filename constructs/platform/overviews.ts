import { money } from "../dashboards/money";
import { slurm } from "../dashboards/slurm";
import type { ClusterComponent } from "./component";
import { exportsGpus } from "./gpu-operator";

/** What Slurm's controller tells of itself: nothing is installed for it here. */
export const slurmOverview: ClusterComponent = {
  id: "slurm-overview",
  when: ({ env }) => env.slurm !== null || "there is no slurm",
  dashboards: ({ env }) => [slurm({ jobs: exportsGpus(env) })],
};

/** Who holds GPUs, and what they cost. */
export const moneyOverview: ClusterComponent = {
  id: "money-overview",
  when: ({ env }) => env.slurm !== null || exportsGpus(env) || "nothing tells who holds GPUs",
  dashboards: ({ env, usdPerGpuHour }) => [money({ usdPerGpuHour, slurm: env.slurm !== null, gpus: exportsGpus(env) })],
};
