import { randomBytes } from "node:crypto";

/**
 * What tasks of a run need to leave something for each other, beside what runners tell them: a name that no other run has
 * (`RAILYARD_RUN`), and how many they are (`RAILYARD_TASKS`).
 */
export const runEnv = (tasks: number): Readonly<Record<string, string>> => ({
  RAILYARD_RUN: randomBytes(6).toString("hex"),
  RAILYARD_TASKS: String(tasks),
});
