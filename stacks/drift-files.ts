import { driftFolder } from "../config/datasets/drift-told";
import { startedBy } from "../config/datasets/retrain";
import type { ResolvedDataset } from "../config/datasets/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import type { SlurmLayout } from "../constructs/slurm/slurm-types";
import { driftJob, driftPrograms, type DriftCheck } from "../constructs/training/drift-job";
import { datasetVersions, placeOf } from "./dataset-versions";
import { startedInSlurm } from "./drift-trainings";

/** Jobs that tell of drift, by file name, and why a dataset has none. */
export function driftFiles(
  env: SiteEnvironment,
  layout: SlurmLayout,
): { readonly files: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  // a sample of Kubernetes is started by the CronJob
  const compared = driftChecks(env).filter(
    ({ check: { drift } }) => drift.retrain === undefined || startedBy(drift.retrain) === "slurm",
  );
  const read = compared.filter(({ dataset: { place, slurm } }) => place.kind !== "bucket" || slurm !== null);
  const jobs = read.flatMap(({ check }) => driftJob(layout, check) ?? []);
  const notes = compared.flatMap((one) => {
    if (!read.includes(one)) return [`No job tells of drift of ${one.check.name}: jobs of Slurm may not read it.`];
    return jobs.some(({ file }) => file === `drift-${one.check.name}.sbatch`)
      ? []
      : [`No job tells of drift of ${one.check.name}: Slurm has no node for it.`];
  });
  if (jobs.length === 0) return { files: {}, notes };
  const trainings = startedInSlurm(env);
  for (const { check } of read) {
    const { retrain } = check.drift;
    if (retrain === undefined || retrain.includes("/") || trainings.has(retrain)) continue;
    const known = [...trainings.keys()].join(", ") || "none";
    notes.push(
      `Drift of ${check.name} starts no training until somebody writes training/${retrain}: jobs there are ${known}.`,
    );
  }
  return {
    files: {
      ...driftPrograms(),
      ...datasetVersions(env),
      ...Object.fromEntries(jobs.map(({ file, text }) => [file, text])),
    },
    notes,
  };
}

/** Datasets of which drift is told, with where they are read. */
export const driftChecks = (
  env: SiteEnvironment,
): readonly { readonly dataset: ResolvedDataset; readonly check: DriftCheck }[] =>
  env.datasets.flatMap((dataset) => {
    const { name, drift, version } = dataset;
    if (drift === null) return [];
    const metrics = driftFolder(env, name);
    const check = { name, drift, place: placeOf(env, dataset), versioned: version !== null };
    return [{ dataset, check: { ...check, ...(metrics !== null && { metrics }) } }];
  });
