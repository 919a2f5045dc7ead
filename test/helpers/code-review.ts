import type { SynthesizedStack } from "../../scripts/review/model";
import { planOf } from "./plan";
import { reviewed } from "./reviewed";
import { synthStacks } from "./stacks";
import type { Json } from "./synth";
import { sample } from "./environment";

export const STACKS: Record<string, Json> = synthStacks(sample().env);

export const LUSTRE = ["resource", "aws_fsx_lustre_file_system", "lustre"] as const;

/** The stacks of the sample environment, after a change of one of them. */
export function stacks(role: string, change: (stack: Json) => void): Map<string, SynthesizedStack> {
  const all: Record<string, Json> = JSON.parse(JSON.stringify(STACKS));
  change(all[role]);
  return new Map(Object.entries(all).map(([name, stack]) => [`sample-${name}`, stack as SynthesizedStack]));
}

export const at = (stack: Json, ...path: readonly string[]): Json =>
  path.reduce((value, key) => (value[key] ??= {}), stack);

export type Edit = (stack: Json) => void;

/** The review of an edit of the storage stack, of which the plan shows nothing. */
export function review(after: Edit, before: Edit = () => {}, role = "storage") {
  const synthesized = { before: stacks(role, before), after: stacks(role, after) };
  const { verdict, problems, findings } = reviewed({
    synthesized,
    stacks: Object.keys(STACKS).map((name) => planOf(`sample-${name}`)),
  } as never);
  const dangers = findings.filter(({ severity }) => severity === "danger");
  return {
    verdict,
    problems,
    addresses: dangers.map(({ address }) => address),
    text: findings.map(({ title, details }) => [title, ...details].join(" ")).join("\n"),
  };
}

export const lifecycle =
  (value: unknown): Edit =>
  (stack) => {
    at(stack, ...LUSTRE).lifecycle = value;
  };

export const aws =
  (change: (provider: Json) => void): Edit =>
  (stack) =>
    change(stack.provider.aws[0]);
