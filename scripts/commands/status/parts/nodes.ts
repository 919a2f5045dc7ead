import { listed } from "../../../../config/kernel/listed";
import { askNodes } from "../../../lib/nodes/ask";
import { NODES_RECORDING } from "../../../lib/nodes/recording";
import { needsEyes, nodesReport, type NodeRow, type PoolRow } from "../../../lib/nodes/rows";
import { momentText } from "../moments";
import type { PartState, StatusPart } from "../part";

/** Whom nobody has to look after: they put back what they took. */
const HELD = new Set(["the hours of its schedule", "a rollout", "a deployment", "the end of its Capacity Block"]);

/** Nodes by pool, and each that takes no jobs with its reason. */
export const NODES: StatusPart = {
  id: "nodes",
  title: "Nodes",
  absent: () => null,
  ask: async ({ environment, kubectl, slurm, now }) =>
    JSON.stringify(await askNodes({ environment, kubectl: await kubectl(), slurm, now })),
  read: (answer, { environment }) => {
    const recording = NODES_RECORDING.parse(answer, "what the cluster says of its nodes");
    const { pools, nodes, notes } = nodesReport(environment, recording);
    const open = nodes.filter((node) => needsEyes(node) && !isOnlyUnknown(node));
    const mine = open.filter(({ whose }) => whose === null || !HELD.has(whose));
    const few = pools.filter(({ there, wanted }) => there < wanted.min);
    const isUnknown = environment.slurm !== null && recording.slurm.kind === "none";
    return {
      state: mine.length > 0 || few.length > 0 ? "attention" : isUnknown ? "unknown" : "well",
      line: pools.map(poolText).join("; "),
      details: [...notesOf(isUnknown, notes), ...few.map(fewText), ...byReason(mine), ...held(open)],
    } satisfies PartState;
  },
};

/** Of whom Slurm alone would tell more, which is told once and not of each. */
const isOnlyUnknown = ({ slurm, kubernetes, reason, repair }: NodeRow): boolean =>
  slurm === null && kubernetes === "ready" && reason === null && repair === null;

const notesOf = (isUnknown: boolean, notes: readonly string[]): readonly string[] =>
  isUnknown ? notes.filter((note) => note.startsWith("Slurm")) : [];

function poolText({ pool, there, takeJobs, inSlurm, notReady, cordoned, wanted }: PoolRow): string {
  const all = `of ${there}`;
  if (there === 0) return wanted.min === 0 ? `${pool} none` : `${pool} 0 of ${wanted.min}`;
  if (!inSlurm) return `${pool} ${there - Math.max(notReady, cordoned)} ${all} open`;
  return takeJobs === null ? `${pool} unknown ${all} take jobs` : `${pool} ${takeJobs} ${all} take jobs`;
}

const fewText = ({ pool, there, wanted }: PoolRow): string =>
  `${pool}: ${there} of at least ${wanted.min} nodes are there`;

/** Equal reasons are one line: a rack that lost its power is one thing to look at. */
function byReason(nodes: readonly NodeRow[]): string[] {
  const groups = new Map<string, NodeRow[]>();
  for (const row of nodes) {
    const key = JSON.stringify([row.pool, row.slurm, row.kubernetes, row.whose, row.reason, row.repair]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length).map(groupText);
}

function groupText(rows: readonly NodeRow[]): string {
  const { slurm, kubernetes, whose, reason, repair } = rows[0]!;
  const since = rows.flatMap((row) => row.since ?? []).toSorted()[0] ?? null;
  const names = rows.map(({ node }) => node);
  const who = listed(names, 3);
  return [
    `${who}: ${slurm ?? "unknown"} in Slurm, ${kubernetes}`,
    ...(since === null ? [] : [`since ${momentText(since)}`]),
    ...(whose === null ? [] : [whose]),
    ...(reason === null ? [] : [reason]),
    ...(repair === null ? [] : [`repair: ${repair}`]),
  ].join("; ");
}

function held(nodes: readonly NodeRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { whose } of nodes) if (whose !== null && HELD.has(whose)) counts.set(whose, (counts.get(whose) ?? 0) + 1);
  return [...counts].map(([whose, count]) => `${count} held by ${whose}`);
}
