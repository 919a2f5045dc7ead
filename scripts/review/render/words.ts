import type { ResourceChange, Review, Section, Verdict } from "../model";

/** Sections as a reader sees them. */
export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  lost: "What is lost",
  stops: "Whose work stops",
  capacity: "Capacity and speed",
  money: "Money",
  security: "Security",
  config: "Config",
  rest: "The rest",
};

/** Only of what was found: a plan that nobody could read hides more. */
const NOTHING: Readonly<Record<Section, string>> = {
  lost: "No loss found.",
  stops: "No work found that stops.",
  capacity: "No change found.",
  money: "No change found.",
  security: "Nothing found that opens.",
  config: "No key of the environment file differs.",
  rest: "No other resource changes.",
};

/** What a section without anything says of this environment: a new one has no key that differs, and all of its keys are new. */
export function nothingText(section: Section, { before, after }: Pick<Review, "before" | "after">): string {
  if (section === "config" && !before && after) return "The environment is new, with all of its keys.";
  return NOTHING[section];
}

export const VERDICTS: Readonly<Record<Verdict, string>> = {
  safe: "Safe",
  acknowledged: "Acknowledged",
  "needs-acknowledgement": "Needs acknowledgement",
  broken: "Broken",
};

/** What happens to a resource, as a word and as a sign. */
export const ACTIONS: Readonly<Record<ResourceChange["action"], { readonly word: string; readonly sign: string }>> = {
  create: { word: "created", sign: "+" },
  update: { word: "changed", sign: "~" },
  replace: { word: "replaced", sign: "±" },
  delete: { word: "destroyed", sign: "−" },
};

/** Resources by what happens to them, the gravest first. */
export const ACTION_ORDER = ["delete", "replace", "update", "create"] as const satisfies (keyof typeof ACTIONS)[];

export const REHEARSAL_NOTE =
  "These plans come from a rehearsal: AWS itself was not asked, nor a cluster. What they really hold, quotas, and what " +
  "somebody changed by hand are not in them.";

/** `1 destroyed, 2 replaced, 4 changed, 12 created`; what does not happen is left out. */
export function countsText({ counts }: Pick<Review, "counts">): string {
  const parts = ACTION_ORDER.filter((action) => counts[action] > 0).map(
    (action) => `${counts[action].toLocaleString("en-US")} ${ACTIONS[action].word}`,
  );
  return parts.join(", ") || "no resource changes";
}

/** `1 change left out as noise`; null: none was. */
export function noiseText({ noise }: Pick<Review, "noise">): string | null {
  if (noise === 0) return null;
  return `${noise.toLocaleString("en-US")} ${noise === 1 ? "change" : "changes"} left out as noise`;
}
