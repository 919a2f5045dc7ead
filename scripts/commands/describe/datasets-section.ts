import type { SiteEnvironment } from "../../../config/sites/environment";
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
}

/** Datasets in the order of config. */
export const datasetSheets = ({ datasets }: Pick<SiteEnvironment, "datasets">): readonly DatasetSheet[] =>
  datasets.map(({ name, place, format, readers, writers, slurm, sizeGiB, files }) => ({
    name,
    place: place.kind === "bucket" ? `s3://${place.name ?? "?"}/${place.prefix}` : `${place.path} of ${place.volume}`,
    format,
    readers,
    writers,
    slurm: place.kind === "bucket" ? slurm : null,
    sizeGiB,
    files,
  }));

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
  ];
}
