import { z } from "zod";

/** What is done with a node: its slurmd pod is made anew, its machine boots, or another machine takes its place. */
export const ROLLOUT_WAYS = ["restart", "reboot", "replace"] as const;
export type RolloutWay = (typeof ROLLOUT_WAYS)[number];

const slotSchema = z.strictObject({
  /**
   * - `waits`: nothing has been done yet.
   * - `drains`: no new jobs; those that run are waited for.
   * - `ordered`: it is being made anew, or is about to.
   * - `done`, `failed`, `left`: see `why`.
   */
  phase: z.enum(["waits", "drains", "ordered", "done", "failed", "left"]),
  /** Since when, in seconds since 1970. */
  at: z.int().min(0),
  /** What is another one afterwards: the uid of its pod, the id of its boot, or the uid of its machine. */
  mark: z.string(),
  /** Name in Slurm of the node that has come in its place. */
  next: z.string().optional(),
  why: z.string().optional(),
});

/** What is remembered of a node. */
export type RolloutSlot = z.output<typeof slotSchema>;

/** What a rollout remembers in the cluster: whoever runs the command next goes on from there. */
export const rolloutSchema = z.strictObject({
  format: z.literal(1),
  pool: z.string().min(1),
  way: z.enum(ROLLOUT_WAYS),
  /** In seconds since 1970. */
  begun: z.int().min(0),
  /** By the name in Slurm. */
  nodes: z.record(z.string(), slotSchema),
  /** Nodes that have failed since the last one that succeeded. */
  failures: z.int().min(0),
  /** Time limits that jobs had before they were told to save, by job. */
  limits: z.record(z.string(), z.string()).default({}),
});

export type RolloutState = z.output<typeof rolloutSchema>;

/** What may be done at one time, and when it ends. */
export interface RolloutLimits {
  /** Part of the nodes that take jobs, in the pool and in each of its partitions, at least. One may always go. */
  readonly floorPercent: number;
  /** So many failures in a row end it. */
  readonly failuresInRow: number;
  /** Whether another node comes for one that is replaced; else jobs ask for it, or nobody. */
  readonly comesBack: boolean;
  /** Whether checks of `slurm.health` ask a node before it takes jobs again. */
  readonly hasChecks: boolean;
}

/** Pools whose nodes are counted together. */
export interface RolloutShare {
  /** As in `partition train`. */
  readonly title: string;
  readonly pools: readonly string[];
}

/** Minutes in which a node is back, or has failed. */
export const BACK_MINUTES: Readonly<Record<RolloutWay, number>> = { restart: 20, reboot: 45, replace: 60 };
