import type { DatasetDrift } from "../config/datasets/drift-schema";
import { hoursApart } from "../config/datasets/retrain";
import type { SiteEnvironment } from "../config/sites/environment";
import { jobAsks, type JobAsks } from "../constructs/slurm/job-asks";
import { trainingJobs } from "../constructs/training/training-jobs";
import { slurmLayout } from "./slurm-layout";
import { trainingGpu } from "./training-gpu";

/** The training that a drift starts. */
export interface DriftTraining {
  readonly job: string;
  /** Null: a job that others have written, or one of Kubernetes, whose end nobody sets. */
  readonly asks: JobAsks | null;
  /** Between the starts of two of them, hours. */
  readonly apartHours: number;
}

/** Names of the jobs that drift may start in the folder `training`, and what each asks for. */
export function startedByDrift(env: SiteEnvironment): ReadonlyMap<string, JobAsks> {
  if (!env.slurm) return new Map();
  const layout = slurmLayout(env, env.slurm);
  // what image they run in changes nothing of what they ask for
  const jobs = trainingJobs({ layout, gpuOf: (group) => trainingGpu(env, group), image: "pytorch" });
  return new Map(
    Object.entries(jobs).flatMap(([name, text]) => (name.endsWith(".sbatch") ? [[name, jobAsks(text)] as const] : [])),
  );
}

/** What drift of a dataset starts; null: nothing. @param jobs those of `startedByDrift` */
export function driftTraining(drift: DatasetDrift, jobs: ReadonlyMap<string, JobAsks>): DriftTraining | null {
  const { retrain } = drift;
  if (retrain === undefined) return null;
  return { job: retrain, asks: jobs.get(retrain) ?? null, apartHours: hoursApart(drift) };
}
