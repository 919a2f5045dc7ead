import type { DatasetDrift } from "../../../config/datasets/drift-schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { driftTraining, startedByDrift, type DriftTraining } from "../../../stacks/drift-trainings";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** A dataset that config names. */
export interface DatasetSheet {
  readonly name: string;
  readonly place: string;
  readonly format: string;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  /** What jobs of Slurm may do in its bucket; null: nothing, or it lies on a volume. */
  readonly slurm: "read" | "read-write" | null;
  /** Null: config does not say it. */
  readonly sizeGiB: number | null;
  readonly files: number | null;
  /** Null: nobody compares it with what a model was trained on. */
  readonly drift: (Pick<DatasetDrift, "every" | "psi" | "ks"> & { readonly training: DriftTraining | null }) | null;
}

/** Datasets in the order of config. */
export function datasetSheets(env: SiteEnvironment): readonly DatasetSheet[] {
  const jobs = env.datasets.some(({ drift }) => drift?.retrain !== undefined) ? startedByDrift(env) : new Map();
  return env.datasets.map(({ name, place, format, readers, writers, slurm, sizeGiB, files, drift }) => ({
    name,
    place: place.kind === "bucket" ? `s3://${place.name ?? "?"}/${place.prefix}` : `${place.path} of ${place.volume}`,
    format,
    readers,
    writers,
    slurm: place.kind === "bucket" ? slurm : null,
    sizeGiB,
    files,
    drift: drift && { every: drift.every, psi: drift.psi, ks: drift.ks, training: driftTraining(drift, jobs) },
  }));
}

/** The sheet in words; nothing where config names none. */
export function datasetsSection(sheets: readonly DatasetSheet[]): SheetSection[] {
  if (sheets.length === 0) return [];
  return [
    {
      title: "Datasets",
      head: ["name", "place", "format", "GiB", "files", "readers", "writers", "jobs of Slurm"],
      right: [3, 4],
      rows: sheets.map(({ name, place, format, readers, writers, slurm, sizeGiB, files }) => [
        name,
        place,
        format,
        sizeGiB === null ? "unknown" : number(sizeGiB),
        files === null ? "unknown" : number(files),
        readers.join(", "),
        writers.join(", "),
        slurm ?? "",
      ]),
      notes: sheets.some(({ place }) => !place.startsWith("s3://"))
        ? ["Who reads a dataset on a volume is a matter of the modes of its files."]
        : [],
    },
    ...driftSection(sheets),
  ];
}

/** Which datasets are compared with what a model was trained on, and what that starts. */
function driftSection(sheets: readonly DatasetSheet[]): SheetSection[] {
  const compared = sheets.flatMap(({ name, drift }) => (drift ? [{ name, ...drift }] : []));
  if (compared.length === 0) return [];
  const trainings = compared.flatMap(({ training }) => training ?? []);
  return [
    {
      title: "Drift of datasets",
      head: ["dataset", "compared", "from PSI", "from KS", "starts", "at most", "GPUs", "GPU-hours of a run"],
      right: [2, 3, 6, 7],
      rows: compared.map(({ name, every, psi, ks, training }) => [
        name,
        `each ${every}`,
        number(psi, 3),
        number(ks, 3),
        training?.job ?? "nothing",
        training ? `one in ${number(training.apartHours, 1)} h` : "",
        training ? (training.asks ? number(training.asks.gpus) : "unknown") : "",
        training ? gpuHours(training.asks) : "",
      ]),
      notes: [
        "None is compared until somebody submits the jobs that npx railyard examples writes, which run as them.",
        ...(trainings.some(({ asks }) => asks?.requeued)
          ? [
              "A run ends with its time and goes back to the queue until the training has its steps: how many runs that takes is unknown.",
            ]
          : []),
        ...(trainings.some(({ asks }) => (asks?.hours ?? null) === null)
          ? [
              "Unknown is what a job takes that others write, and how long a Job of Kubernetes does, which has no time limit.",
            ]
          : []),
      ],
    },
  ];
}

const gpuHours = (asks: DriftTraining["asks"]): string =>
  asks === null || asks.hours === null ? "unknown" : number(asks.gpus * asks.hours, 1);
