import { LUSTRE_LIMITS, type LustreSize } from "../facts/lustre";
import { lustreWriteMBps } from "./lustre";

/** Data in S3 that a file system is to hold. */
export interface Dataset {
  readonly bytes: number;
  /** Null: nobody says how many. */
  readonly files: number | null;
}

/** What it takes at the least until all of it lies on the file system. */
export interface Hydration {
  /** What the disks take to write it, seconds; null: no document says how fast they write. */
  readonly leastSeconds: number | null;
  /** Whether it has room, empty; null: its capacity follows use. */
  readonly hasRoom: boolean | null;
  /** Files for each that AWS imports by itself in a month without throttling; null: nobody says how many files there are. */
  readonly shareOfMonthlyImports: number | null;
}

/**
 * Whoever reads from S3, the disks write all of it. How fast AWS reads from S3, and how many files it makes in a second, no
 * document says: it takes no less than this.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html
 */
export function hydration({ bytes, files }: Dataset, size: LustreSize): Hydration {
  const writeMBps = lustreWriteMBps(size);
  return {
    leastSeconds: writeMBps === null ? null : bytes / 1e6 / writeMBps,
    hasRoom: size.capacityGiB === null ? null : bytes <= size.capacityGiB * 2 ** 30,
    shareOfMonthlyImports: files === null ? null : files / LUSTRE_LIMITS.importEventsPerMonth,
  };
}
