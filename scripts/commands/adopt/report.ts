import { ADOPTED_AT } from "../../../stacks/adopted-resources";
import { literal } from "../../lib/environments/literal";
import type { Adoption, Comparison } from "./adopt";
import type { Difference } from "./compare";
import { environmentPath } from "../../lib/environments/environment-path";

/** What a person wants to know before a resource becomes part of an environment. */
export function adoptionLines(name: string, adoption: Adoption, written: boolean): string[] {
  const { comparisons, possible, adopt, text, before } = adoption;
  const end = !possible
    ? [`Refused: ${name} would lose what is there. Nothing was written.`]
    : text === before
      ? [`${environmentPath(name)} says so already. Nothing was written.`]
      : written
        ? [`${environmentPath(name)} has the key adopt. Next: npx railyard rehearse ${name}, then a plan: --plan`]
        : [`${environmentPath(name)} would have`, `  adopt: ${literal(adopt, 2, 9, 1)},`, "Nothing was written."];
  return [...comparisons.flatMap(comparisonLines), ...end];
}

function comparisonLines(comparison: Comparison): string[] {
  const { kind, id, parts, differences, made, obstacles, notes, addresses } = comparison;
  const different = new Set(differences.map(({ place }) => place));
  const same = parts.filter(({ place }) => !different.has(place));
  const named = same.map(
    ({ place, id: partId, actual }) =>
      `  ${addresses.get(place)} (${partId}): ${Object.keys(actual).length ? "same" : "imported as it is; the plan compares it"}`,
  );
  return [
    `${kind} ${id}: ${parts.length} resources are there, ${made.length} would be made`,
    ...named,
    ...differences.map(differenceLine),
    ...obstacles.flatMap(({ text, fix }) => [`  REFUSED: ${text}`, ...indented(fix, "    ")]),
    ...made.map((address) => `  ${address}: made`),
    ...notes.map((note) => `  note: ${note}`),
    "",
  ];
}

const EFFECTS = {
  "in place": "would be changed in place",
  replaced: "would be REPLACED, with all that it holds",
  kept: "is kept as it is",
} as const;

function differenceLine({ address, attribute, actual, desired, effect, fix }: Difference): string {
  const how = fix === undefined ? "" : effect === "replaced" ? `; to keep it, write ${fix}` : `; as it is: ${fix}`;
  return `  ${address}: ${attribute} is ${text(actual)} there, ${text(desired)} in config: ${EFFECTS[effect]}${how}`;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(String).join(", ") || "empty" : JSON.stringify(value);
}

const indented = (lines: string, by: string): string[] => lines.split("\n").map((line) => `${by}${line}`);

/** The same for programs. */
export function adoptionJson(name: string, { comparisons, possible, adopt, text, before }: Adoption, written: boolean) {
  return {
    environment: name,
    possible,
    written: written && possible && text !== before,
    adopt,
    comparisons: comparisons.map(({ kind, id, parts, differences, made, obstacles, notes, addresses }) => ({
      kind,
      id,
      stack: `${name}-${ADOPTED_AT[kind].stack}`,
      imports: parts.map((part) => ({ place: part.place, address: addresses.get(part.place), id: part.id })),
      differences,
      made,
      obstacles,
      notes,
    })),
  };
}
