/** What a checkpoint takes to be read by the ranks that go on from it. */
export interface Restore {
  /** Each part is read once: every rank reads what it holds. Seconds. */
  readonly partsSeconds: number;
  /** Every node reads all of it, as it does where a checkpoint is one file: its ranks share what the node has cached. Seconds. */
  readonly wholeSeconds: number;
}

interface RestoreProps {
  readonly megabytes: number;
  readonly nodes: number;
  /** What all nodes together read, MB/s; null: no document says. */
  readonly readMBps: number | null;
}

/**
 * All ranks read at once, and nothing goes on until the last one has its part. Null: nobody says how fast the volume reads.
 * Waiting for metadata and copying to the GPUs are not in it: it takes no less than this.
 */
export function restore({ megabytes, nodes, readMBps }: RestoreProps): Restore | null {
  if (readMBps === null) return null;
  const partsSeconds = megabytes / readMBps;
  return { partsSeconds, wholeSeconds: nodes * partsSeconds };
}
