import { listed } from "../../config/kernel/listed";
import type { SheetSection } from "../lib/terminal/sheet-section";
import { CLUSTER } from "./check";
import type { CheckRun } from "./engine/journal";
import type { Evidence } from "./evidence";
import { MACHINE } from "./verdict";
import { fourDigits } from "./four-digits";

/** What people read of evidence, as tables of a terminal, of Markdown and of a page. */
export function evidenceSections(evidence: Evidence): SheetSection[] {
  return [
    ...evidence.pools.map((pool) => poolSection(evidence, pool)),
    findingSection(evidence),
    unknownSection(evidence),
    seenSection(evidence),
    ...(evidence.slower.length > 0 ? [lines("Slower than the time before", evidence.slower)] : []),
  ].filter(({ rows, notes }) => rows.length + notes.length > 0);
}

const lines = (title: string, notes: readonly string[]): SheetSection => ({
  title,
  head: [""],
  rows: [],
  right: [],
  notes,
});

function poolSection(
  { checks }: Evidence,
  { pool, runs, bad, notes, unseen, unrun, free }: Evidence["pools"][number],
): SheetSection {
  const rows = checks.flatMap(({ id, title }) => {
    const own = runs.filter(({ check }) => check === id);
    if (own.length === 0) return [];
    const count = (...statuses: readonly CheckRun["status"][]) =>
      String(own.filter(({ status }) => statuses.includes(status)).length);
    return [[title, count("passed"), count("measured"), count("failed", "unreadable"), count("not-run"), worst(own)]];
  });
  return {
    title: pool === CLUSTER ? "The cluster" : `${pool}: ${free.length} nodes`,
    head: ["check", "passed", "measured", "failed", "not run", "lowest figure"],
    rows,
    right: [1, 2, 3, 4],
    notes: [
      ...(bad.length > 0 ? [`Bad nodes: ${listed(bad.map(({ node, check }) => `${node} (${check})`))}.`] : []),
      ...unseen,
      ...unrun,
      ...notes,
    ],
  };
}

/** The figure that is nearest to its floor, or the lowest one. */
function worst(runs: readonly CheckRun[]): string {
  const figures = runs.flatMap(({ verdict, nodes }) =>
    (verdict?.figures ?? []).map((figure) => ({ ...figure, nodes })),
  );
  if (figures.length === 0) return "";
  const ratio = ({ value, floor }: (typeof figures)[number]) => (floor ? value / floor.value : value);
  const least = figures.reduce((one, other) => (ratio(other) < ratio(one) ? other : one));
  const against = least.floor ? ` of at least ${fourDigits(least.floor.value)}` : "";
  const where = least.nodes.length > 0 ? ` (${listed(least.nodes)})` : "";
  return `${fourDigits(least.value)}${against} ${least.unit}${where}`.replace("  ", " ");
}

function findingSection({ pools, checks }: Evidence): SheetSection {
  const titles = new Map(checks.map(({ id, title }) => [id, title]));
  const found = pools.flatMap(({ runs }) =>
    runs.flatMap(({ check, nodes, verdict, why, status }) => {
      const about = `${titles.get(check) ?? check}${nodes.length > 0 ? ` on ${listed(nodes)}` : ""}`;
      const findings = verdict?.findings.map(({ text, fix }) => `${about}: ${text} To do: ${fix}.`) ?? [];
      if (why === null) return findings;
      const fix = status === "not-run" ? "run it again with --only" : "read what it printed in outputs.jsonl";
      return [...findings, `${about}: ${why.replace(/\.$/, "")}. To do: ${fix}.`];
    }),
  );
  return lines("What was found", found);
}

function unknownSection({ pools, checks }: Evidence): SheetSection {
  const titles = new Map(checks.map(({ id, title }) => [id, title]));
  const unknown = pools.flatMap(({ runs }) =>
    runs.flatMap(({ check, verdict }) =>
      (verdict?.unknown ?? []).map((text) => `${titles.get(check) ?? check}: ${text}`),
    ),
  );
  return lines("What is not proved", unknown);
}

/** Versions; ids of machines are in evidence.json. */
function seenSection({ seen }: Evidence): SheetSection {
  const rows = seen
    .filter(({ what }) => !what.startsWith(MACHINE))
    .map(({ what, value, nodes }) => [what, value, String(nodes.length)]);
  return { title: "What ran there", head: ["what", "version", "nodes"], rows, right: [2], notes: [] };
}
