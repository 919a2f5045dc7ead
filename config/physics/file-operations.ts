import { LUSTRE_METADATA_RATES } from "../facts/lustre";
import type { Dataset } from "./hydration";

export interface FileOperationsProps {
  /** Metadata operations a second that the file system has; null: it has no configuration of them. */
  readonly metadataIops: number | null;
  /** What all nodes read of it together, MB/s; null: unknown. */
  readonly readMBps: number | null;
  /** Each writes a file of a checkpoint. */
  readonly ranks: number;
  /** Null: nobody says what is read. */
  readonly dataset: Dataset | null;
}

/** What files take beside their bytes, at the least. */
export interface FileOperations {
  /** Creates, opens or closes of files a second; null: no document says. */
  readonly perSecond: number | null;
  readonly metadataIops: number | null;
  /** One file a rank, made and closed, s; null: as `perSecond`. */
  readonly checkpointSeconds: number | null;
  /** Each file of the data opened and closed once, s; null: as `perSecond`, or nobody says how many there are. */
  readonly openSeconds: number | null;
  /** Their bytes read once, s; null: nobody says how many, or how fast they are read. */
  readonly readSeconds: number | null;
  /** Mean size from which reading takes longer than opening, MB; null: unknown. */
  readonly evenMegabytes: number | null;
  /** Metadata operations a second with which opening takes no longer than reading; null: unknown. */
  readonly neededIops: number | null;
}

/** A file is opened and closed, or made and closed: AWS gives one rate for all of these, and each is counted. */
const PER_FILE = 2;

/**
 * How fast files are made and opened, whatever is in them: `iops × rate`. What no document says is unknown: file systems
 * without a configuration of metadata, stats alone, and how fast AWS makes files that it imports.
 */
export function fileOperations({ metadataIops, readMBps, ranks, dataset }: FileOperationsProps): FileOperations {
  const perSecond = metadataIops === null ? null : metadataIops * LUSTRE_METADATA_RATES.fileCreateOpenClose;
  const seconds = (files: number | null) =>
    files === null || perSecond === null ? null : (PER_FILE * files) / perSecond;
  const files = dataset?.files ?? null;
  const readSeconds = dataset === null || readMBps === null ? null : dataset.bytes / 1e6 / readMBps;
  return {
    perSecond,
    metadataIops,
    checkpointSeconds: seconds(ranks),
    openSeconds: seconds(files),
    readSeconds,
    evenMegabytes: perSecond === null || readMBps === null ? null : (PER_FILE * readMBps) / perSecond,
    neededIops:
      files === null || readSeconds === null || readSeconds === 0
        ? null
        : (PER_FILE * files) / readSeconds / LUSTRE_METADATA_RATES.fileCreateOpenClose,
  };
}
