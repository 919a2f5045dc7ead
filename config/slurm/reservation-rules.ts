import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { isTeam, teamPartitions } from "../teams/tree";
import { partitionsOf } from "./partitions";
import { reservationsOf, type ResolvedReservation } from "./reservations";

const RESERVATIONS = "https://slurm.schedmd.com/reservations.html";
const MINUTE = 60_000;

const show = (moment: number): string => new Date(moment).toISOString().replace(".000Z", "Z");

const time: Rule = {
  id: "slurm/reservation-time",
  title: "A reservation has a time, and ends after it begins.",
  severity: "error",
  why: "scontrol refuses one that ends before it begins. Without a time there must be a Capacity Block that has one.",
  source: RESERVATIONS,
  *check({ env }) {
    for (const { name, start, end, partition } of reservationsOf(env)) {
      const path = ["slurm", "reservations", name];
      if (start === null || end === null) {
        const what = start === null && end === null ? "start and end" : start === null ? "start" : "end";
        yield {
          path,
          message: `nothing says its ${what}: not all nodes of ${partition} are in Capacity Blocks`,
          fix: `write ${what}`,
        };
      } else if (end < start + MINUTE) {
        yield {
          path: [...path, "end"],
          message: `it ends at ${show(end)}, which is not after its start, ${show(start)}`,
          fix: "write an end that is a minute later at least",
        };
      }
    }
  },
};

const over: Rule = {
  id: "slurm/reservation-over",
  title: "Reservations are not over.",
  severity: "warning",
  why: "Slurm forgets a reservation at its end, and none is made for a time that is gone.",
  source: RESERVATIONS,
  *check({ env, now }) {
    for (const { name, end } of reservationsOf(env)) {
      if (end === null || end > now.getTime()) continue;
      yield {
        path: ["slurm", "reservations", name],
        message: `it ended at ${show(end)}`,
        fix: "take it out, or write another time",
      };
    }
  },
};

const names: Rule = {
  id: "slurm/reservation-names",
  title: "Reservations name partitions and teams that exist, and that fit to each other.",
  severity: "error",
  why: "scontrol refuses a partition or an account that it does not know; nodes that are kept for a team which may not use them are idle.",
  source: RESERVATIONS,
  *check({ env }) {
    const partitions = partitionsOf(env).map(([name]) => name);
    const all = Object.keys(env.teams);
    for (const { name, partition, teams } of reservationsOf(env)) {
      const path = ["slurm", "reservations", name];
      if (partition !== null && !partitions.includes(partition)) {
        yield {
          path: [...path, "partition"],
          message: `there is no partition ${JSON.stringify(partition)}; there are ${orList(partitions)}`,
          fix: didYouMean(partition, partitions) ?? "name one of them",
        };
      }
      for (const [index, team] of teams.entries()) {
        const may = isTeam(env.teams, team) ? teamPartitions(env.teams, team) : null;
        if (!isTeam(env.teams, team)) {
          yield {
            path: [...path, "teams", index],
            message: `there is no team ${JSON.stringify(team)}${all.length ? `; there are ${orList(all)}` : ""}`,
            fix: didYouMean(team, all) ?? "name a team",
          };
        } else if (partition !== null && may && !may.includes(partition)) {
          yield {
            path: [...path, "teams", index],
            message: `${team} may not use ${partition}`,
            fix: `add ${partition} to the partitions of ${team}, or take ${team} out here`,
          };
        }
      }
    }
  },
};

const overlap: Rule = {
  id: "slurm/reservation-overlap",
  title: "Nodes are reserved for one at a time.",
  severity: "error",
  why: "Slurm refuses a reservation of nodes that another one has at the same time; maintenance alone may lie over others.",
  source: RESERVATIONS,
  *check({ env }) {
    const groups = new Map(partitionsOf(env).map(([name, { nodeGroups }]) => [name, new Set(nodeGroups)]));
    const same = (one: ResolvedReservation, other: ResolvedReservation) =>
      [...(groups.get(one.partition ?? "") ?? [])].some((group) => groups.get(other.partition ?? "")?.has(group));
    const all = reservationsOf(env).filter(({ kind }) => kind === "teams");
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(0, index)) {
        if (one.start === null || one.end === null || other.start === null || other.end === null) continue;
        if (one.start >= other.end || other.start >= one.end || !same(one, other)) continue;
        yield {
          path: ["slurm", "reservations", one.name],
          message: `${other.name} has nodes of ${one.partition} from ${show(other.start)} to ${show(other.end)}`,
          fix: "write another time, or both teams in one of them",
        };
      }
    }
  },
};

/** Reservations in Slurm. */
export const SLURM_RESERVATION_RULES: readonly Rule[] = [time, over, names, overlap];
