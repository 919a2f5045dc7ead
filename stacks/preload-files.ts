import type { SiteEnvironment } from "../config/sites/environment";
import { gpuTarget } from "../constructs/slurm/samples";
import type { SlurmLayout } from "../constructs/slurm/slurm-types";
import { copyJob, preloadPrograms, restoreJob } from "../constructs/storage/preload-job";
import { linkedFolder } from "./checkpoint-tiers";
import { isStore, preloadDatasets } from "./preload-datasets";

/** Jobs that bring data near before a training starts, by file name, and why one of them is not there. */
export function preloadFiles(
  env: SiteEnvironment,
  layout: SlurmLayout,
): { readonly files: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  const folder = linkedFolder(env);
  const source = readableBucket(env);
  const restore = folder === null ? null : restoreJob(layout, folder);
  const copy = source === null ? null : copyJob(layout, source);
  const datasets = preloadDatasets(env, layout);
  const jobs = {
    ...datasets.jobs,
    ...(restore !== null && { "preload.sbatch": restore }),
    ...(copy !== null && { "preload-nodes.sbatch": copy }),
  };
  return {
    files: Object.keys(jobs).length > 0 ? { ...preloadPrograms(), ...jobs } : {},
    notes: [
      ...(folder === null
        ? [`No preload.sbatch: Railyard links no file system of ${env.name} to a bucket, and knows none that is.`]
        : []),
      ...datasets.notes,
      ...(copy === null && gpuTarget(layout) ? [`No preload-nodes.sbatch: ${whyNoCopy(env, source)}`] : []),
    ],
  };
}

const whyNoCopy = ({ name }: SiteEnvironment, source: string | null): string =>
  source === null
    ? `config of ${name} has no bucket that jobs may read, or several stores.`
    : `scratch space of the nodes with GPUs of ${name} is not known to be on disks of their own.`;

/** What jobs have credentials for; null: nothing, or it is not said of which store. */
function readableBucket({ checkpoints, storage }: SiteEnvironment): string | null {
  if (checkpoints) return `s3://${checkpoints.bucket.name}/${checkpoints.prefix}`;
  const [store, ...more] = storage.filter(isStore);
  return store && more.length === 0 ? `s3://${store.config.bucket}/${store.config.prefix}` : null;
}
