import { isDeepStrictEqual } from "node:util";
import type { ReviewInput, SynthesizedStack } from "../model";
import { codeFindings } from "./code-findings";
import { findingOn, type SectionFinding } from "./change-set";

type Input = Pick<ReviewInput, "synthesized" | "stacks" | "asked">;

/** What differs between two synths and is in no plan. */
export function differenceFindings({ synthesized, stacks }: Input): SectionFinding[] {
  if (!synthesized) return [];
  const { before, after } = synthesized;
  const gone = [...(before?.keys() ?? [])].filter(
    (stack) => !after.has(stack) && !stacks.some((one) => one.stack === stack),
  );
  return [
    ...[...after].flatMap(([stack, code]) => codeFindings(stack, before?.get(stack) ?? null, code)),
    ...gone.map((stack) =>
      findingOn("lost", "danger", `${stack}.stack.all`, {
        title: `Stack ${stack} is no longer in the code, and no plan shows what becomes of what it has made.`,
      }),
    ),
  ];
}

/** Stacks that differ and have no plan: what would happen to them is not known. A rehearsal plans all, or says why not. */
export function unplanned({ synthesized, stacks, asked }: Input): string[] {
  if (!synthesized || asked === "rehearsal") return [];
  const { before, after } = synthesized;
  return [...after]
    .filter(([stack, code]) => !stacks.some((one) => one.stack === stack) && differs(before?.get(stack), code))
    .map(
      ([stack]) => `${stack} ${before?.has(stack) ? "differs from the base" : "is new"}, and there is no plan of it.`,
    );
}

/** Which outputs of a stack the others read; without their code, they may read any. */
export function readsOf({ synthesized }: Input, stack: string): (output: string) => boolean {
  if (!synthesized) return () => true;
  const texts = [...synthesized.after].filter(([name]) => name !== stack).map(([, code]) => JSON.stringify(code));
  return (output) =>
    texts.some((text) => text.includes(`.outputs.${output}`) || text.includes(`.outputs[\\"${output}\\"]`));
}

/** What cdktf notes for itself is no difference. */
function differs(before: SynthesizedStack | undefined, after: SynthesizedStack): boolean {
  const bare = ({ "//": _, ...stack }: SynthesizedStack) => stack;
  return before === undefined || !isDeepStrictEqual(bare(before), bare(after));
}
