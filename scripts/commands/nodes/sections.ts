import type { SheetSection } from "../../lib/terminal/sheet-section";
import { oneLine } from "../../lib/terminal/visible";
import { needsEyes, type NodeRow, type NodesReport, type PoolRow } from "../../lib/nodes/rows";

/** Nodes as tables: pools, and each node that takes no jobs. @param all those that do, too */
export function nodesSections({ pools, nodes, notes }: NodesReport, all: boolean): SheetSection[] {
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
  ];
}

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
    since === null ? (needsEyes(row) ? "unknown" : "") : since.slice(0, 16).replace("T", " "),
    whose ?? (reason === null ? "" : "unknown"),
    reason ?? "",
    repair ?? "",
  ].map(oneLine);
}
