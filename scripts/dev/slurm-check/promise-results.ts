import { table } from "../../lib/terminal/table";
import { PROMISES, type CheckResult, type PromiseName } from "./promise-table";

/** What was found of one promise. */
export interface PromiseResult {
  readonly promise: PromiseName;
  readonly words: string;
  /** Whether all that was asked was answered as promised; null: nothing could be asked. */
  readonly held: boolean | null;
  /** By environment: questions that were answered as promised, and those that were not. */
  readonly environments: Readonly<Record<string, { readonly held: number; readonly broken: number }>>;
}

/** What this Slurm, or this machine, cannot show. */
export interface Unknown {
  readonly promise: PromiseName;
  readonly text: string;
  readonly environments: readonly string[];
}

/** One answer, and of whose Slurm. */
export type Check = CheckResult & { readonly environment: string };

/** One result for each promise, asked or not. */
export function promiseResults(checks: readonly Check[]): PromiseResult[] {
  return (Object.entries(PROMISES) as [PromiseName, string][]).map(([promise, words]) => {
    const environments: Record<string, { held: number; broken: number }> = {};
    for (const { environment, kind } of checks.filter((check) => check.promise === promise)) {
      if (kind !== "PASS" && kind !== "FAIL") continue;
      const counts = (environments[environment] ??= { held: 0, broken: 0 });
      counts[kind === "PASS" ? "held" : "broken"]++;
    }
    const all = Object.values(environments);
    return { promise, words, held: all.length === 0 ? null : all.every(({ broken }) => broken === 0), environments };
  });
}

/** What could not be shown, each once. */
export function unknowns(checks: readonly Check[]): Unknown[] {
  const found = new Map<string, { promise: PromiseName; text: string; environments: string[] }>();
  for (const { environment, kind, promise, text } of checks) {
    if (kind !== "UNKNOWN") continue;
    const one = found.get(text) ?? { promise, text, environments: [] };
    if (!one.environments.includes(environment)) one.environments.push(environment);
    found.set(text, one);
  }
  return [...found.values()];
}

/** Answers that were not as promised, with their environment: the last lines of a long output are those that are read. */
export function brokenLines(checks: readonly Check[]): string[] {
  const broken = checks.filter(({ kind }) => kind === "FAIL");
  if (broken.length === 0) return [];
  return ["", "Not as promised:", ...broken.map(({ environment, text }) => `  ${environment}: ${text}`)];
}

/** The table of promises, and below it what could not be shown. @param environments those with Slurm */
export function promiseLines(checks: readonly Check[], environments: number, slurm: string): string[] {
  const rows = promiseResults(checks).map(({ words, held, environments: asked }) => {
    const all = Object.entries(asked);
    const broken = all.filter((one) => one[1].broken > 0).map(([name]) => name);
    const good = all.reduce((sum, one) => sum + one[1].held, 0);
    const total = all.reduce((sum, one) => sum + one[1].held + one[1].broken, 0);
    const answer = held === null ? "not asked" : held ? "held" : "BROKEN";
    return [
      words,
      answer,
      held === null ? "" : `${good} of ${total}`,
      broken.length > 0 ? broken.join(", ") : held === null ? "" : `${all.length} of ${environments}`,
    ];
  });
  const hidden = unknowns(checks).map(
    ({ text, environments: where }) => `  ${text} (${where.length === environments ? "all" : where.join(", ")})`,
  );
  return [
    ...table(["Promise", "", "Answers", "Environments"], rows),
    ...(hidden.length > 0 ? ["", `Slurm ${slurm} on this machine cannot show:`, ...hidden] : []),
  ];
}
