import type { Queues } from "../../../constructs/platform/kueue/queues";
import type { TrialJob, TrialJobs } from "./trial-jobs";
import { resourcesOf, type TrialUnits } from "./units";

/** What an environment promises of its queues, and whether the manager kept it. */
export interface QueueFinding {
  /** Pool of the nodes that it was tried on. */
  readonly pool: string;
  readonly promise: string;
  readonly outcome: "held" | "broken" | "not tried";
  /** What was seen; why it was not tried. */
  readonly detail: string;
}

/** What a trial has. */
export interface TrialSetting {
  readonly jobs: TrialJobs;
  readonly queues: Queues;
  readonly units: TrialUnits;
  readonly note: (promise: string, outcome: QueueFinding["outcome"], detail: string) => void;
}

/** A job of pods of the usual size. */
export const jobOf = (
  { units }: TrialSetting,
  team: string,
  name: string,
  pods: number,
  more: Partial<TrialJob> = {},
): TrialJob => ({
  name: `${name}-${units.pool.name}`,
  team,
  pods,
  resources: resourcesOf(units.pool, units.gpus),
  nodeSelector: units.pool.nodeSelector,
  ...more,
});

/** Submits jobs, and waits until they run. @returns what keeps one of them; null: all run */
export async function startAll({ jobs }: TrialSetting, wanted: readonly TrialJob[]): Promise<string | null> {
  for (const job of wanted) {
    const refused = await jobs.submit(job);
    if (refused !== null) return `${job.team}/${job.name} was refused: ${refused}`;
  }
  return jobs.run(...wanted);
}

/** Everything that each team owns, at once. */
export const ownJobs = (setting: TrialSetting): TrialJob[] =>
  [...setting.units.own].map(([team, pods]) => jobOf(setting, team, "own", pods));
