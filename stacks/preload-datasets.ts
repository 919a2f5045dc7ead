import type { ResolvedDataset } from "../config/datasets/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import type { ResolvedS3Compatible } from "../config/storage/s3-compatible/resolve";
import type { ResolvedVolume } from "../config/storage/kind";
import type { SlurmLayout } from "../constructs/slurm/slurm-types";
import { copyJob, datasetJob } from "../constructs/storage/preload-job";

/** Jobs that copy datasets near, by file name, and why a dataset has none. */
export function preloadDatasets(
  env: SiteEnvironment,
  layout: SlurmLayout,
): { readonly jobs: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  const all = env.datasets.map((dataset) => jobOf(env, layout, dataset));
  return {
    jobs: Object.fromEntries(all.flatMap((one) => ("text" in one ? [[one.file, one.text]] : []))),
    notes: all.flatMap((one) => ("note" in one && one.note !== null ? [one.note] : [])),
  };
}

type Job = { readonly file: string; readonly text: string } | { readonly note: string | null };

function jobOf(env: SiteEnvironment, layout: SlurmLayout, dataset: ResolvedDataset): Job {
  const { name, copyTo } = dataset;
  const source = sourceOf(env, dataset);
  if (source === null) return { note: null };
  if (dataset.place.kind === "bucket" && dataset.slurm === null)
    return { note: `No job copies the dataset ${name}: jobs of Slurm may not read it.` };
  if (copyTo?.kind === "volume") {
    const volume = env.storage.find((one) => one.name === copyTo.volume);
    const text = volume ? datasetJob(layout, name, source, `${volume.mount.mountPath}${copyTo.path}`) : null;
    return text === null
      ? { note: `No job copies the dataset ${name}: Slurm has no node for it.` }
      : { file: `preload-${name}.sbatch`, text };
  }
  const text = copyJob(layout, source, `datasets/${name}`);
  if (text !== null) return { file: `preload-nodes-${name}.sbatch`, text };
  return {
    note: copyTo
      ? `No job copies the dataset ${name}: scratch space of the nodes with GPUs of ${env.name} is not known to be on disks of their own.`
      : null,
  };
}

/** Where its objects are; null: on a file system, which needs no copy. */
export function sourceOf({ storage }: SiteEnvironment, { place }: ResolvedDataset): string | null {
  if (place.kind === "bucket") return place.name === null ? null : `s3://${place.name}/${place.prefix}`;
  const store = storage.find((volume) => volume.name === place.volume);
  return store && isStore(store) ? `s3://${store.config.bucket}/${store.config.prefix}${place.path.slice(1)}/` : null;
}

/** A bucket of a store that speaks S3, to which jobs have the keys. */
export const isStore = (volume: ResolvedVolume): volume is ResolvedS3Compatible => volume.kind === "s3-compatible";
