import { scriptFile } from "../core/script-file";
import { sample, type PodSamplesProps, type SampleObject } from "../platform/pod-samples";
import { configMap } from "../kubernetes/config-map";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { gpuTarget, SAMPLES_WRITTEN, serviceJobOptions, wholeNodes } from "../slurm/samples";
import type { SlurmLayout } from "../slurm/slurm-types";

/** Python 3.9; preload_bucket.py needs boto3. */
const PROGRAMS = [
  "preload.py",
  "preload_progress.py",
  "preload_lustre.py",
  "lustre_files.py",
  "preload_bucket.py",
] as const;

const NAME = "preload";
/** Where a pod has the programs. */
const PLACE = "/opt/preload";

/** The programs by file name. */
export function preloadPrograms(): Record<string, string> {
  return Object.fromEntries(PROGRAMS.map((name) => [name, scriptFile(`storage/files/${name}`)]));
}

/** A job of Slurm that lets Lustre fetch the files of a folder from its bucket; null: there is no node for it. */
export function restoreJob(layout: SlurmLayout, folder: string): string | null {
  const options = serviceJobOptions(layout, NAME);
  if (!options) return null;
  return scriptFile("storage/files/preload-job.sh", {
    values: { written: SAMPLES_WRITTEN, folder },
    insert: { options: options.join("\n") },
  });
}

/** A job of Slurm that copies a dataset of a bucket to a folder of a volume; null: there is no node for it. */
export function datasetJob(layout: SlurmLayout, name: string, source: string, folder: string): string | null {
  const options = serviceJobOptions(layout, `${NAME}-${name}`);
  if (!options) return null;
  return scriptFile("storage/files/preload-dataset-job.sh", {
    values: { written: SAMPLES_WRITTEN, source, folder },
    insert: { options: options.join("\n") },
  });
}

/**
 * A job of Slurm that copies a folder of a bucket to the disks of each of its nodes; null: nodes with GPUs have none for that.
 * @param name of the folder there
 */
export function copyJob(layout: SlurmLayout, source: string, name: string = NAME): string | null {
  const target = gpuTarget(layout);
  if (!target?.group.gpus) return null;
  const { nvmeScratch, hostScratch = null, maxNodes, gpus } = target.group;
  if (!nvmeScratch && hostScratch === null) return null;
  const options = wholeNodes("preload-nodes", target, Math.min(2, maxNodes), gpus.count);
  return scriptFile("storage/files/preload-nodes-job.sh", {
    values: { written: SAMPLES_WRITTEN, source, folder: `${SLURM_MOUNTS.scratch}/${name}` },
    insert: { options: options.join("\n") },
  });
}

/** A pod that does the same as `restoreJob`, by reading: images of training have no tools of Lustre. */
export function restorePods(props: PodSamplesProps, folder: string): readonly SampleObject[] {
  const programs = configMap(`${NAME}-program`, props.namespace, preloadPrograms());
  const pod = {
    ...props,
    gpuDirect: false,
    volumes: [...(props.volumes ?? []), { name: "program", configMap: { name: `${NAME}-program` } }],
    volumeMounts: [...(props.volumeMounts ?? []), { name: "program", mountPath: PLACE, readOnly: true }],
  };
  const asks = { resources: {}, claims: [], objects: [], gpus: 1 };
  return [programs, ...sample(NAME, pod, asks, ["python3", `${PLACE}/preload.py`, "restore", "--", folder])];
}
