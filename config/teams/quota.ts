import type { SiteConfig } from "../sites/keys";
import { limitedBelow } from "./tree";

type Teams = SiteConfig["teams"];

/** What the jobs of a team, and of teams below without limits of their own, may use at one time. */
export interface TeamQuota {
  /** Null: no limit. */
  readonly gpus: number | null;
  readonly gpusByType: Readonly<Record<string, number>>;
  /** GPU hours that running jobs have before them; null: no limit. */
  readonly gpuHours: number | null;
}

const sumOf = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * What is left to a team when the teams below with limits of their own have theirs. Slurm holds a job against the QOS of its own
 * team and no other, so that limits of teams above hold because the parts add up to them. Less than nothing is a rule's to tell.
 */
export function quotaLeft(teams: Teams, name: string): TeamQuota {
  const { gpus, gpusByType, gpuHours } = teams[name]!;
  const below = limitedBelow(teams, name).map((one) => teams[one]!);
  const ofType = ([type, count]: [string, number]) => [type, count - sumOf(below.map((b) => b.gpusByType[type]))];
  return {
    gpus: gpus === undefined ? null : gpus - sumOf(below.map((b) => b.gpus)),
    gpusByType: Object.fromEntries(Object.entries(gpusByType).map(ofType)) as Record<string, number>,
    gpuHours: gpuHours === undefined ? null : gpuHours - sumOf(below.map((b) => b.gpuHours)),
  };
}
