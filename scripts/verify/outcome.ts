import type { Evidence } from "./evidence";

const TEXTS: Readonly<Record<Evidence["outcome"], string>> = {
  passed: "Everything passed, and every figure was held against a floor.",
  measured:
    "Nothing is wrong; some figures have no floor, some nodes were not looked at, or something is unknown, which proves nothing yet: the next run is compared with this one.",
  failed: "Something is wrong.",
  incomplete: "Nothing failed, and not everything was run.",
};

/** The outcome in a sentence. */
export const outcomeText = ({ outcome, part }: Pick<Evidence, "outcome" | "part">): string =>
  part ? `${TEXTS[outcome]} No more than this was asked for: ${part.join(", ")}.` : TEXTS[outcome];

/** 0: nothing is wrong; 2: a check failed; 1: it could not be run. */
export const exitCode = ({ outcome }: Pick<Evidence, "outcome">): number =>
  outcome === "failed" ? 2 : outcome === "incomplete" ? 1 : 0;
