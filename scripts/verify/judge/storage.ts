import type { FioRun } from "../parse/fio";
import type { IorRun } from "../parse/ior";
import type { MetadataRates } from "../parse/mdtest";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

export interface ExpectedStorage {
  /** Lowest right rates of all clients together, MiB/s. */
  readonly floors: { readonly read: Floor | null; readonly write: Floor | null };
  /** Memory of all clients together, bytes: what is smaller may come from their caches. */
  readonly clientMemoryBytes: number;
}

const MIB = 2 ** 20;
const SLOW =
  "look at the clients' network, the number of clients, stripes of the files, and whether the file system is full or throttled";
const CACHED: Finding = {
  text: "What was read may come from the memory of the clients: it says nothing of the storage.",
  fix: "read with direct I/O, or at least twice the memory of the clients, or on other nodes than those that wrote",
};

/** Judges fio on one node. */
export function judgeFio(run: FioRun, { floors, clientMemoryBytes }: ExpectedStorage): Verdict {
  const figures = [
    { name: "Read", value: run.readBytesPerSecond / MIB, unit: "MiB/s", floor: floors.read },
    { name: "Write", value: run.writeBytesPerSecond / MIB, unit: "MiB/s", floor: floors.write },
  ].filter(({ value }) => value > 0);
  const cached = run.readBytesPerSecond > 0 && !run.direct && run.bytes < 2 * clientMemoryBytes;
  return verdict(figures, cached ? [CACHED] : [], SLOW);
}

/** What a run of IOR should look like. */
export interface ExpectedIor extends ExpectedStorage {
  readonly nodes: number;
  /** Whether tasks read what they wrote themselves: without -C or other nodes. */
  readonly readsOwn: boolean;
  /** What its nodes read of the storage at the most, MiB/s; null: unknown. @default null */
  readonly mostMiBps?: number | null;
}

/** Judges IOR on several nodes. */
export function judgeIor(run: IorRun, expected: ExpectedIor): Verdict {
  const { floors, clientMemoryBytes, nodes, readsOwn, mostMiBps = null } = expected;
  const figures = [
    { name: "Read", value: run.readMiBps ?? 0, unit: "MiB/s", floor: floors.read },
    { name: "Write", value: run.writeMiBps ?? 0, unit: "MiB/s", floor: floors.write },
  ].filter(({ value }) => value > 0);
  const findings: Finding[] =
    run.nodes !== null && run.nodes !== nodes
      ? [{ text: `It ran on ${run.nodes} nodes, and not on ${nodes}.`, fix: "look at the job's nodes" }]
      : [];
  const isCached =
    (readsOwn && run.bytes < 2 * clientMemoryBytes) || (mostMiBps !== null && (run.readMiBps ?? 0) > mostMiBps);
  if (run.readMiBps !== null && isCached) findings.push(CACHED);
  return verdict(figures, findings, SLOW);
}

/** Judges mdtest. @param floors operations a second by what mdtest calls them; each must be there */
export function judgeMetadata(rates: MetadataRates, floors: Readonly<Record<string, Floor | null>>): Verdict {
  const missing = Object.keys(floors).filter((name) => !(name in rates));
  return verdict(
    Object.entries(floors).flatMap(([name, floor]) =>
      name in rates ? [{ name, value: rates[name]!, unit: "1/s", floor }] : [],
    ),
    missing.map((name) => ({ text: `${name} was not measured.`, fix: "start mdtest without -D, -F or -C" })),
    "look at the metadata IOPS that the file system was given, and at how many clients take part",
  );
}
