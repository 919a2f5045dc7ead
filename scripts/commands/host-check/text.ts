import type { ResolvedPool } from "../../../config/pools/pool";
import type { ResolvedTuning } from "../../../config/tuning/tuning";
import { number, table } from "../../lib/terminal/table";
import { visible } from "../../lib/terminal/visible";
import type { Judged, Verdict } from "./judge";

/** Settings of one host with their verdicts. */
export interface CheckedHost {
  readonly host: string;
  readonly settings: readonly Judged[];
}

interface Shown {
  readonly pool: ResolvedPool;
  readonly tuning: ResolvedTuning;
  /** Whether what is as wanted is listed, too. */
  readonly all: boolean;
}

/** What is listed first. */
const ORDER: readonly Verdict[] = ["differs", "unknown", "absent", "holds"];

/** Hosts with the same value are one row: people look for what is not the same. */
export function checkText(hosts: readonly CheckedHost[], { pool, tuning, all }: Shown): string {
  const rows = rowsOf(hosts).filter(({ verdict }) => all || verdict !== "holds");
  const counted = ORDER.flatMap((verdict) => {
    const count = hosts.reduce(
      (sum, { settings }) => sum + settings.filter((one) => one.verdict === verdict).length,
      0,
    );
    return count === 0 ? [] : [`${number(count)} ${WORDS[verdict]}`];
  });
  const head = `${pool.name}: ${number(hosts.length)} ${hosts.length === 1 ? "node" : "nodes"} against ${pool.tuning === null ? "what tuning: {} would set" : "its profile"} (${tuning.purpose}): ${counted.join(", ") || "it sets nothing"}`;
  if (rows.length === 0) return head;
  const lines = table(
    ["", "setting", "wanted", "has", "nodes"],
    rows.map(({ verdict, judged, names }) => [
      verdict,
      judged.path.join("."),
      judged.wanted,
      visible(judged.has ?? judged.note ?? ""),
      visible(namesText(names, hosts.length)),
    ]),
  );
  const why = reasonsOf(rows.filter(({ verdict }) => verdict === "differs").map(({ judged }) => judged));
  return [head, "", ...lines, ...(why.length > 0 ? ["", ...why] : [])].join("\n");
}

/** Why it matters, each reason once. */
function reasonsOf(differing: readonly Judged[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const { path, why, source } of differing) {
    const reason = `${why}${source === null ? "" : `\n  ${source}`}`;
    names.set(reason, (names.get(reason) ?? new Set()).add(path.at(-1)!));
  }
  return [...names].map(([reason, settings]) => `${[...settings].join(", ")}: ${reason}`);
}

const WORDS: Readonly<Record<Verdict, string>> = {
  holds: "as wanted",
  differs: "different",
  absent: "not there, and need not be",
  unknown: "unknown",
};

interface Row {
  readonly verdict: Verdict;
  readonly judged: Judged;
  readonly names: readonly string[];
}

function rowsOf(hosts: readonly CheckedHost[]): Row[] {
  const rows = new Map<string, { judged: Judged; names: string[] }>();
  for (const { host, settings } of hosts)
    for (const judged of settings) {
      const key = JSON.stringify([judged.path, judged.verdict, judged.has]);
      const row = rows.get(key) ?? { judged, names: [] };
      row.names.push(host);
      rows.set(key, row);
    }
  return [...rows.values()]
    .map(({ judged, names }) => ({ verdict: judged.verdict, judged, names }))
    .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

const MOST_NAMES = 4;

function namesText(names: readonly string[], all: number): string {
  if (names.length === all && all > 1) return "all";
  const rest = names.length - MOST_NAMES;
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(" ")} and ${number(rest)} more` : names.join(" ");
}
