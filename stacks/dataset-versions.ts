import type { DatasetVersion } from "../config/datasets/version-schema";
import type { ResolvedDataset } from "../config/datasets/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import { SAMPLES_WRITTEN } from "../constructs/slurm/samples";
import { sourceOf } from "./preload-datasets";

/** What railyard_datasets.py reads: who says the version of each dataset that has one; empty: none has. */
export function datasetVersions(env: SiteEnvironment): Record<string, string> {
  const sources = env.datasets.flatMap((dataset) => {
    const { version } = dataset;
    return version ? [[dataset.name, sourceOfVersion(env, dataset, version)] as const] : [];
  });
  if (sources.length === 0) return {};
  const text = JSON.stringify({ written: SAMPLES_WRITTEN, datasets: Object.fromEntries(sources) }, null, 2);
  return { "datasets.json": `${text}\n` };
}

function sourceOfVersion(env: SiteEnvironment, dataset: ResolvedDataset, version: DatasetVersion): object {
  switch (version.kind) {
    case "delta":
      return { kind: "delta", table: `${placeOf(env, dataset)}${version.table}`.replace(/\/$/, "") };
    case "glue":
      return { ...version, ...(env.region !== null && { region: env.region }) };
    case "dvc":
      return version;
  }
}

/** Where processes of a training find its files, with a slash at the end. */
export function placeOf(env: SiteEnvironment, dataset: ResolvedDataset): string {
  const objects = sourceOf(env, dataset);
  if (objects !== null) return objects;
  const { place } = dataset;
  const volume = place.kind === "volume" ? env.storage.find(({ name }) => name === place.volume) : undefined;
  return place.kind === "volume" ? `${volume?.mount.mountPath ?? ""}${place.path}/` : "";
}
