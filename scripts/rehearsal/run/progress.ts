import { changeWords, diagnosticLines } from "../../lib/terraform/change-words";
import { number } from "../../lib/terminal/table";
import type { Phase, PhaseResult } from "./phases";

/** Stands beside every result. */
export const NOT_ASKED = "AWS itself was not asked, nor a cluster: stand-ins answered for them.";

const PHASE_WIDTH = "second plan".length;
const RESULT_WIDTH = "123 to create, 45 to update".length;

/** Lines of a rehearsal's progress, aligned for the stacks that take part. */
export function progressLines(stacks: readonly string[]): (result: PhaseResult) => string[] {
  const width = Math.max(0, ...stacks.map((stack) => stack.length));
  return (result) => {
    const { stack, phase, seconds, ok, diagnostics } = result;
    const what = ok ? did(result) : "FAILED";
    const time = `${number(seconds, 1)} s`.padStart(8);
    const line = `${stack.padEnd(width)}  ${phase.padEnd(PHASE_WIDTH)}  ${what.padEnd(RESULT_WIDTH)}${time}`;
    return [line, ...diagnostics.flatMap(diagnosticLines).map((text) => `  ${text}`)];
  };
}

const EMPTY: Readonly<Record<Phase, string>> = {
  init: "",
  validate: "",
  plan: "no changes",
  apply: "no changes",
  "bring about": "no changes",
  "second plan": "empty",
  destroy: "nothing there",
};

function did({ phase, changes, drift }: PhaseResult): string {
  const tense = phase === "plan" || phase === "second plan" ? "planned" : "done";
  const drifted = drift.length && phase === "plan" ? [`${drift.length} drifted`] : [];
  return [...changeWords(changes, tense), ...drifted].join(", ") || EMPTY[phase];
}
