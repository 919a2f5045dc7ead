import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "perftest";

/** A run of `ib_write_bw` or one of its kin. */
export interface RailRun {
  /** `mlx5_0`; null: not said. */
  readonly device: string | null;
  readonly link: "InfiniBand" | "Ethernet" | null;
  /** Bytes of the largest message that was measured. */
  readonly bytes: number;
  /** Average, Gbps. */
  readonly gbps: number;
  /** Whether the memory was a GPU's. */
  readonly gpuDirect: boolean;
}

/** Bits in a MiB, in 10^9. */
const GBIT_OF_MIB = (8 * 2 ** 20) / 1e9;

/**
 * The table of perftest: its largest message, with `--report_gbits` or without.
 * @throws {UnreadableOutputError}
 * @see https://github.com/linux-rdma/perftest
 */
export function parsePerftest(text: string): RailRun {
  const refused = /(?:Couldn't|Unable to|Failed|Failure) .*/i.exec(text);
  if (refused) throw new UnreadableOutputError(PROGRAM, `says: ${refused[0].trim()}`);
  const head = onlyMatch(
    PROGRAM,
    text,
    /^ *#bytes +#iterations +BW peak\[(\S+)\] +BW average\[\S+\].*$/gm,
    "the head of its table",
  );
  const rows = text
    .slice(head.index + head[0].length)
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)/.exec(line))
    .filter((row) => row !== null);
  const unit = head[1]!;
  const factor = unit === "Gb/sec" ? 1 : unit === "MiB/sec" || unit === "MB/sec" ? GBIT_OF_MIB : null;
  if (factor === null) throw new UnreadableOutputError(PROGRAM, `measures in ${unit}, which is not known here`);
  const last = rows.at(-1);
  if (!last) throw new UnreadableOutputError(PROGRAM, "has no row of its table: it is cut");
  const link = /^ *Link type +: +(\S+)/m.exec(text)?.[1];
  return {
    device: /Device +: +(\S+)/.exec(text)?.[1] ?? null,
    link: link === "IB" ? "InfiniBand" : link === "Ethernet" ? "Ethernet" : null,
    bytes: numberIn(PROGRAM, last[1], "a size"),
    gbps: numberIn(PROGRAM, last[4], "an average bandwidth") * factor,
    gpuDirect: /DMA-BUF for GPUDirect RDMA|initializing CUDA|allocated GPU buffer/i.test(text),
  };
}
