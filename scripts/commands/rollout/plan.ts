import { takesJobs, type SeenNode } from "../../lib/slurm/pool-nodes";
import { ROLLOUT_REASON } from "../../lib/slurm/rollout-world";
import { roomFor, roomsOf, type Room } from "../../lib/slurm/rollout-room";
import type { RolloutState, RolloutWay } from "../../lib/slurm/rollout-state";
import { table } from "../../lib/terminal/table";
import { visible } from "../../lib/terminal/visible";
import type { RolloutSubject } from "./subject";

/** What a rollout would do. */
export interface RolloutPlan {
  readonly pool: string;
  readonly way: RolloutWay;
  /** A rollout that was stopped goes on. */
  readonly goesOn: boolean;
  readonly nodes: readonly { readonly name: string; readonly state: string; readonly then: string }[];
  readonly floors: readonly Room[];
  /** Nodes that are drained first, and at one time. */
  readonly atOnce: number;
}

const WAYS: Readonly<Record<RolloutWay, string>> = {
  restart: "its slurmd pod is made anew",
  reboot: "its machine boots",
  replace: "another machine takes its place",
};

/** What would be done with the nodes as they are now. */
export function planOf(
  subject: RolloutSubject,
  state: RolloutState,
  nodes: readonly SeenNode[],
  goesOn: boolean,
): RolloutPlan {
  const floors = roomsOf(subject.shares, nodes, 0, subject.limits);
  const seen = new Map(nodes.map((node) => [node.name, node]));
  return {
    pool: subject.pool.name,
    way: state.way,
    goesOn,
    nodes: Object.entries(state.nodes).map(([name, { phase, why }]) => {
      const slurm = seen.get(name)?.slurm ?? null;
      const then =
        phase === "done"
          ? `done: ${why ?? ""}`
          : phase === "ordered"
            ? "is being made anew"
            : slurm === null
              ? "is gone"
              : takesJobs(slurm.state) || slurm.reason === ROLLOUT_REASON
                ? WAYS[state.way]
                : "is left to whoever has drained it";
      return { name, state: slurm ? stateText(slurm.state, slurm.reason) : "unknown", then };
    }),
    floors,
    atOnce: roomFor(floors),
  };
}

const stateText = (state: string, reason: string): string => (reason === "" ? state : `${state}: ${reason}`);

/** The plan for people. */
export function planLines(
  { pool, way, goesOn, nodes, floors, atOnce }: RolloutPlan,
  { limits }: RolloutSubject,
): string[] {
  return [
    `${pool}  ·  ${way}${goesOn ? "  ·  goes on where it stopped" : ""}`,
    "",
    ...table(
      ["node", "state", "then"],
      nodes.map(({ name, state, then }) => [name, visible(state), visible(then)]),
    ),
    "",
    ...floors.map(
      ({ title, total, working, least }) =>
        `${working} of ${total} nodes of ${title} take jobs; ${least} go on doing so (${limits.floorPercent} %)`,
    ),
    atOnce > 0
      ? `${atOnce} ${atOnce === 1 ? "node is" : "nodes are"} drained at one time, those without jobs first`
      : "no node is drained before others take jobs again",
    limits.hasChecks
      ? "its checks accept a node before it takes jobs again"
      : "there is no slurm.health: a node takes jobs again when slurmd answers",
    `it ends after ${limits.failuresInRow} ${limits.failuresInRow === 1 ? "failure" : "failures in a row"}`,
  ];
}
