import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "fabtests";

/** Messages of one size between two ends of libfabric. */
export interface FabtestRow {
  readonly bytes: number;
  /** MB/s, decimal. */
  readonly mbps: number;
  /** Time for a message, µs. */
  readonly microseconds: number;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/**
 * The table of `fi_pingpong`, `fi_rdm_tagged_bw` and their kin.
 * @throws {UnreadableOutputError}
 * @see https://ofiwg.github.io/libfabric/main/man/fi_pingpong.1.html
 */
export function parseFabtests(text: string): FabtestRow[] {
  const failure = /fi_\w+\(?\)?:.*(?:ret=|error|failed).*|.*No data available.*|\[error\] fabtests:.*/i.exec(text);
  if (failure) throw new UnreadableOutputError(PROGRAM, `says: ${failure[0].trim()}`);
  if (
    !/^(?:\S+ )?(?:name +)?bytes +#sent +#ack +total +time +MB\/sec/m.test(text) &&
    !/^(?:\S+ )?bytes +(?:iters|#sent)/m.test(text)
  )
    throw new UnreadableOutputError(PROGRAM, "does not have the head of its table: it is cut, or of another program");
  const rows = [...text.matchAll(/^(\d+)([kmg]?)\s.*\s(\d[\d.]*)\s+(\d[\d.]*)\s+(\d[\d.]*)\s*$/gm)].map(
    ([, size, unit, mbps, microseconds]) => ({
      bytes: numberIn(PROGRAM, size, "a size") * UNITS[unit!]!,
      mbps: numberIn(PROGRAM, mbps, "a bandwidth"),
      microseconds: numberIn(PROGRAM, microseconds, "a time"),
    }),
  );
  if (rows.length === 0) throw new UnreadableOutputError(PROGRAM, "has no row of its table: it is cut");
  if (new Set(rows.map(({ bytes }) => bytes)).size < rows.length)
    throw new UnreadableOutputError(
      PROGRAM,
      "has a size twice: the outputs of both ends, or of several runs, are mixed",
    );
  return rows;
}
