import type { DatasetDrift } from "../config/datasets/drift-schema";
import { gpusOfPod, hoursApart, poolsForPods, TRAINING_PODS } from "../config/datasets/retrain";
import type { SiteEnvironment } from "../config/sites/environment";
import { jobAsks, type JobAsks } from "../constructs/slurm/job-asks";
import { trainingJobs } from "../constructs/training/training-jobs";
import { slurmLayout } from "./slurm-layout";
import { trainingGpu } from "./training-gpu";

/** What a training asks for; of a Job of Kubernetes, whose end nobody sets, hours are null. */
export type TrainingAsks = Omit<JobAsks, "hours"> & { readonly hours: JobAsks["hours"] | null };

/** The training that a drift starts. */
export interface DriftTraining {
  readonly job: string;
  /** Null: a job that others have written. */
  readonly asks: TrainingAsks | null;
  /** Between the starts of two of them, hours. */
  readonly apartHours: number;
}

/** Names of the jobs that drift may start in the folder `training`, and what each asks for. */
export function startedByDrift(env: SiteEnvironment): ReadonlyMap<string, TrainingAsks> {
  return new Map([...startedInSlurm(env), ...startedAsPods(env)]);
}

/** A sample runs on the first pool that gives pods a GPU. */
function startedAsPods(env: SiteEnvironment): (readonly [string, TrainingAsks])[] {
  const [gpus] = poolsForPods(env).flatMap((pool) => gpusOfPod(pool) ?? []);
  return gpus === undefined ? [] : TRAINING_PODS.map((name) => [name, { gpus, hours: null, requeued: false }] as const);
}

/** Jobs of Slurm alone. */
export function startedInSlurm(env: SiteEnvironment): ReadonlyMap<string, JobAsks> {
  if (!env.slurm) return new Map();
  const layout = slurmLayout(env, env.slurm);
  // what image they run in changes nothing of what they ask for
  const jobs = trainingJobs({ layout, gpuOf: (group) => trainingGpu(env, group), image: "pytorch" });
  return new Map(
    Object.entries(jobs).flatMap(([name, text]) => (name.endsWith(".sbatch") ? [[name, jobAsks(text)] as const] : [])),
  );
}

/** What drift of a dataset starts; null: nothing. @param jobs those of `startedByDrift` */
export function driftTraining(drift: DatasetDrift, jobs: ReadonlyMap<string, TrainingAsks>): DriftTraining | null {
  const { retrain } = drift;
  if (retrain === undefined) return null;
  return { job: retrain, asks: jobs.get(retrain) ?? null, apartHours: hoursApart(drift) };
}
