import { groupNamesInPartitions } from "../slurm/partitions";
import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import type { DatasetDrift } from "./drift-schema";

/** Jobs of training that Railyard writes for Slurm, where the nodes suffice for them. */
export const TRAINING_JOBS = [
  "ddp.sbatch",
  "mpi.sbatch",
  "elastic.sbatch",
  "fsdp2.sbatch",
  "deepspeed.sbatch",
  "megatron.sbatch",
  "jax.sbatch",
] as const;

/** Samples of Kubernetes whose Job trains, and whose pods do not look for each other by its name. */
export const TRAINING_PODS = ["one-node.yaml"] as const;

/** Jobs that Railyard writes into other folders, by folder: drift starts none of them. */
export const OTHER_JOBS: Readonly<Record<string, readonly string[]>> = {
  slurm: [
    "interactive.sh",
    "array.sbatch",
    "one-cpu.sbatch",
    "one-gpu.sbatch",
    "one-node.sbatch",
    "all-nodes-nccl.sbatch",
    "pytorch.sbatch",
    "container.sbatch",
  ],
  checkpoints: ["tiers.sbatch"],
  preload: ["preload.sbatch", "preload-nodes.sbatch"],
};

/** What starts a training of that name: a Job of a cluster is a sample in YAML. */
export const startedBy = (retrain: string): "slurm" | "kubernetes" =>
  /\.ya?ml$/.test(retrain) ? "kubernetes" : "slurm";

/** GPUs that pods get, besides those of Slurm, which holds them all. */
export function poolsForPods(env: SiteEnvironment): readonly ResolvedPool[] {
  const inSlurm = groupNamesInPartitions(env);
  return env.nodeGroups.filter(
    ({ name, gpus, sharing }) =>
      gpus !== null &&
      sharing.workload === "container" &&
      !inSlurm.has(name) &&
      (!env.kueue || env.kueue.nodeGroups.includes(name)),
  );
}

/** GPUs that a pod of a sample has on a node of a pool: of those that several pods have in turns, one. Null: containers get none. */
export function gpusOfPod({ gpus, allocation, sharing, deviceClaims }: ResolvedPool): number | null {
  const offered =
    allocation === "dra" ? deviceClaims.some(({ name }) => name === "gpus") : sharing.offers[0] !== undefined;
  if (gpus === null || !offered) return null;
  return sharing.needsDevicePlugin ? 1 : gpus.count;
}

/** Between two checks, hours. */
export const HOURS_BETWEEN = { hour: 1, day: 24, week: 168 } as const;

/** Between the starts of two trainings, at the least, hours. */
export const hoursApart = ({ every, restHours }: DatasetDrift): number => Math.max(HOURS_BETWEEN[every], restHours);
