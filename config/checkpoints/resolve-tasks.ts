import type { RepositoryTaskKind } from "../facts/repository-tasks";
import { DAYS, type Day } from "../schedule/schema";
import type { TasksConfig } from "./tasks-schema";

/** One data repository task that is made again and again. */
export interface ResolvedTask {
  readonly kind: RepositoryTaskKind;
  /** Cron, in UTC; null: only when somebody asks for it. */
  readonly cron: string | null;
  /** Of a release: days since a file was read or written; null of others. */
  readonly afterDays: number | null;
  /** When it is made, in words. */
  readonly when: string;
}

/** In the order in which they are made where one needs another: what was imported and exported may be released. */
export function resolveTasks(tasks: TasksConfig | undefined): readonly ResolvedTask[] {
  return (["import", "export", "release"] as const).flatMap((kind) => {
    const task = tasks?.[kind];
    if (!task) return [];
    const afterDays = "afterDays" in task ? task.afterDays : null;
    return [{ kind, cron: cronOf(task), afterDays, when: inWords(task) }];
  });
}

interface Times {
  readonly days: readonly Day[];
  readonly start: string;
}

function cronOf({ days, start }: Times): string | null {
  if (days.length === 0) return null;
  const [hour, minute] = start.split(":").map(Number);
  const listed = DAYS.flatMap((day, number) => (days.includes(day) ? [number] : []));
  return `${minute} ${hour} * * ${listed.length === DAYS.length ? "*" : listed.join(",")}`;
}

/** Days from one task to the next, where they are the farthest apart; null: none is made by the clock. */
export function longestGapDays({ cron }: Pick<ResolvedTask, "cron">): number | null {
  const ofWeek = cron?.split(" ")[4];
  if (ofWeek === undefined) return null;
  if (ofWeek === "*") return 1;
  const listed = ofWeek.split(",").map(Number);
  return Math.max(...listed.map((day, index) => (listed[index + 1] ?? listed[0]! + DAYS.length) - day));
}

function inWords({ days, start }: Times): string {
  if (days.length === 0) return "on demand";
  const listed = days.length === DAYS.length ? "daily" : DAYS.filter((day) => days.includes(day)).join(", ");
  return `${listed} at ${start} UTC`;
}

/** What a task does and when, in words. */
export const taskText = ({ kind, afterDays, when }: ResolvedTask): string =>
  kind === "release"
    ? `${when}: contents that nobody has used for ${afterDays} ${afterDays === 1 ? "day" : "days"} are released`
    : `${when}: ${kind}`;
