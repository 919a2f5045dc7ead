import { number } from "../../lib/terminal/table";
import type { Phase, PhaseResult } from "./phases";
import type { Changes } from "../../lib/terraform/plan-json";
import type { Diagnostic } from "../../lib/terraform/stream";

/** Stands beside every result. */
export const NOT_ASKED = "AWS itself was not asked: stand-ins answered for it.";

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

const WORDS: Readonly<Record<keyof Changes, { done: string; planned: string }>> = {
  create: { done: "created", planned: "to create" },
  update: { done: "updated", planned: "to update" },
  replace: { done: "replaced", planned: "to replace" },
  delete: { done: "deleted", planned: "to delete" },
};

const EMPTY: Readonly<Record<Phase, string>> = {
  init: "",
  validate: "",
  plan: "no changes",
  apply: "no changes",
  "second plan": "empty",
  destroy: "nothing there",
};

function did({ phase, changes, drift }: PhaseResult): string {
  const tense = phase === "plan" || phase === "second plan" ? "planned" : "done";
  const drifted = drift.length && phase === "plan" ? [`${drift.length} drifted`] : [];
  return [...changeWords(changes, tense), ...drifted].join(", ") || EMPTY[phase];
}

/** As in `3 to create`, `1 to delete`; what does not happen is left out. */
export function changeWords(changes: Changes, tense: "planned" | "done"): string[] {
  const kinds = (Object.keys(WORDS) as (keyof Changes)[]).filter((kind) => changes[kind] > 0);
  return kinds.map((kind) => `${changes[kind]} ${WORDS[kind][tense]}`);
}

/** As in `error  aws_vpc.network (cdk.tf.json:42): Invalid value`, with details below. */
export function diagnosticLines({ severity, address, file, summary, detail }: Diagnostic): string[] {
  const place = [address, file && `(${file})`].filter(Boolean).join(" ");
  const head = `${severity.padEnd("warning".length)}  ${place && `${place}: `}${summary}`;
  return [head, ...(detail ? detail.split("\n").map((line) => `${" ".repeat("warning  ".length)}${line}`) : [])];
}
