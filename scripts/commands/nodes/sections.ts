import type { SheetSection } from "../../lib/terminal/sheet-section";
import { oneLine } from "../../lib/terminal/visible";
import { needsEyes, type NodeRow, type NodesReport, type PoolRow } from "../../lib/nodes/rows";

/** Which of the tables are told. */
export interface NodesShown {
  /** Nodes that take jobs, too. */
  readonly all: boolean;
  /** Lines of the journal; null: none. */
  readonly journal: number | null;
}

/** Nodes as tables: pools, each node that takes no jobs, those whose faults come back, and what repair did. */
export function nodesSections(report: NodesReport, { all, journal }: NodesShown): SheetSection[] {
  const { pools, nodes, notes } = report;
  const shown = all ? nodes : nodes.filter(needsEyes);
  return [
    {
      title: "Pools",
      head: ["pool", "of config", "there", "take jobs", "cordoned", "not ready"],
      rows: pools.map(poolCells),
      right: [1, 2, 3, 4, 5],
      notes: [...notes.map(oneLine)],
    },
    {
      title: all ? "Nodes" : "Nodes that take no jobs",
      head: ["pool", "node", "Slurm", "Kubernetes", "since (UTC)", "whose", "why", "repair"],
      rows: shown.map(nodeCells),
      right: [],
      notes: shown.length === 0 ? ["there is none"] : [],
    },
    ...returning(report),
    ...(journal === null ? [] : [journalSection(report, journal)]),
  ];
}

function returning({ returning: found }: NodesReport): SheetSection[] {
  if (!found || found.length === 0) return [];
  return [
    {
      title: "Nodes whose faults come back",
      head: ["node", "faults", "first (UTC)", "last (UTC)", "causes", "GPUs that had several", "is given back"],
      rows: found.map(({ node, faults, gpus, left }) =>
        [
          node,
          String(faults.length),
          minute(faults[0]!.at),
          minute(faults.at(-1)!.at),
          [...new Set(faults.map(({ cause }) => cause))].join(", "),
          gpus.join(", "),
          left === 0 ? "no more" : left === 1 ? "but not after another one" : `but not after ${left} others`,
        ].map(oneLine),
      ),
      right: [1],
      notes: [],
    },
  ];
}

function journalSection({ journal }: NodesReport, lines: number): SheetSection {
  const shown = journal?.slice(-lines) ?? [];
  return {
    title: "What repair did, or would have done",
    head: ["when (UTC)", "node", "what, and why"],
    rows: shown.map(({ at, node, text }) => [minute(at), node, text].map(oneLine)),
    right: [],
    notes:
      journal === null
        ? ["unknown"]
        : journal.length > shown.length
          ? [`the last ${shown.length} of ${journal.length} lines; --json has all`]
          : shown.length === 0
            ? ["nothing yet"]
            : [],
  };
}

const minute = (iso: string): string => iso.slice(0, 16).replace("T", " ");

const poolCells = ({ pool, wanted, there, inSlurm, takeJobs, cordoned, notReady }: PoolRow): string[] => [
  pool,
  wanted.min === wanted.max ? String(wanted.max) : `${wanted.min} to ${wanted.max}`,
  String(there),
  !inSlurm ? "not in Slurm" : takeJobs === null ? "unknown" : String(takeJobs),
  String(cordoned),
  String(notReady),
];

function nodeCells(row: NodeRow): string[] {
  const { pool, node, slurm, kubernetes, since, whose, reason, repair } = row;
  return [
    pool,
    node,
    slurm ?? "unknown",
    kubernetes,
    since === null ? (needsEyes(row) ? "unknown" : "") : minute(since),
    whose ?? (reason === null ? "" : "unknown"),
    reason ?? "",
    repair ?? "",
  ].map(oneLine);
}
