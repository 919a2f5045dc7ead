import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "gdsio";

/** A run of NVIDIA's gdsio. */
export interface GdsRun {
  readonly operation: "READ" | "WRITE" | "RANDREAD" | "RANDWRITE";
  /** `GPUD`: storage to GPU directly, or what cuFile does in its compatibility mode; `CPU_GPU` and others go through the host. */
  readonly transfer: string;
  readonly gibps: number;
}

/**
 * The lines of gdsio, one a run.
 * @throws {UnreadableOutputError}
 * @see https://docs.nvidia.com/gpudirect-storage/configuration-guide/index.html
 */
export function parseGdsio(text: string): GdsRun[] {
  const runs = [
    ...text.matchAll(
      /IoType: (READ|WRITE|RANDREAD|RANDWRITE) XferType: (\S+) [\s\S]*?Throughput: (\S+) (GiB|MiB|KiB)\/sec/g,
    ),
  ].map(([, operation, transfer, value, unit]) => ({
    operation: operation as GdsRun["operation"],
    transfer: transfer!,
    gibps: numberIn(PROGRAM, value, "a throughput") / { GiB: 1, MiB: 2 ** 10, KiB: 2 ** 20 }[unit as "GiB"],
  }));
  if (runs.length === 0) throw new UnreadableOutputError(PROGRAM, "has no line with a throughput");
  return runs;
}
