import type { Evidence } from "./evidence";

const TEXTS: Readonly<Record<Evidence["outcome"], string>> = {
  passed: "Everything passed, and every figure was held against a floor.",
  measured:
    "Nothing is wrong; some figures have no floor, or something is unknown, which proves nothing yet: the next run is compared with this one.",
  failed: "Something is wrong.",
  incomplete: "Nothing failed, and not everything was run.",
};

/** The outcome in a sentence. */
export const outcomeText = ({ outcome }: Pick<Evidence, "outcome">): string => TEXTS[outcome];

/** 0: nothing is wrong; 2: a check failed; 1: it could not be run. */
export const exitCode = ({ outcome }: Pick<Evidence, "outcome">): number =>
  outcome === "failed" ? 2 : outcome === "incomplete" ? 1 : 0;
