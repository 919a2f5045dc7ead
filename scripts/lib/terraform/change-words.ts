import type { Changes } from "./plan-json";
import type { Diagnostic } from "./stream";

const WORDS: Readonly<Record<keyof Changes, { done: string; planned: string }>> = {
  create: { done: "created", planned: "to create" },
  update: { done: "updated", planned: "to update" },
  replace: { done: "replaced", planned: "to replace" },
  delete: { done: "deleted", planned: "to delete" },
};

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
