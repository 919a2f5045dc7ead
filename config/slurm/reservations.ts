import type { ResolvedPool } from "../pools/pool";
import type { SiteConfig } from "../sites/keys";
import type { SiteEnvironment } from "../sites/environment";
import { blockTime, type BlockTime } from "./block-ends";
import { groupsOf, partitionsOf } from "./partitions";

type Written = NonNullable<SiteConfig["slurm"]>["reservations"][string];

/** A reservation with its time. */
export interface ResolvedReservation {
  readonly name: string;
  readonly kind: "maintenance" | "teams";
  /** Milliseconds since 1970; null where nothing says it. */
  readonly start: number | null;
  readonly end: number | null;
  /** Null: all nodes. */
  readonly partition: string | null;
  /** None for maintenance. */
  readonly teams: readonly string[];
}

/** Reservations of an environment, those of Capacity Blocks with the time in which all their nodes are there. */
export function reservationsOf(env: SiteEnvironment): readonly ResolvedReservation[] {
  return Object.entries(env.slurm?.reservations ?? {}).map(([name, written]) => resolve(name, written, env));
}

function resolve(name: string, written: Written, env: SiteEnvironment): ResolvedReservation {
  const found = partitionsOf(env).find(([partition]) => partition === written.partition);
  const block = found ? blockOf(groupsOf(env, found[1])) : null;
  return {
    name,
    kind: written.kind,
    start: written.start === undefined ? (block?.start ?? null) : Date.parse(written.start),
    end: written.end === undefined ? (block?.end ?? null) : Date.parse(written.end),
    partition: written.partition ?? null,
    teams: written.kind === "teams" ? written.teams : [],
  };
}

/** When the nodes of all groups are there; null where one is in no Capacity Block. */
function blockOf(groups: readonly ResolvedPool[]): BlockTime | null {
  const times = groups.flatMap((group) => blockTime(group) ?? []);
  if (times.length === 0 || times.length < groups.length) return null;
  return { start: Math.max(...times.map(({ start }) => start)), end: Math.min(...times.map(({ end }) => end)) };
}
