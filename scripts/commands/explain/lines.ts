/** A label with what there is to say of it; several texts are several lines. */
export type Entry = readonly [label: string, ...texts: readonly string[]];

/** Entries as a list with the labels in a column. */
export function entryLines(entries: readonly Entry[]): string[] {
  const width = Math.max(0, ...entries.map(([label]) => label.length));
  return entries.flatMap(([label, ...texts]) =>
    texts.map((text, index) => `  ${(index === 0 ? label : "").padEnd(width)}  ${text}`.trimEnd()),
  );
}

/** Null is what no document read gives: it is said, never guessed. */
export const known = (value: string | number | boolean | null | undefined, unit = ""): string => {
  if (value === null || value === undefined) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return `${typeof value === "number" ? value.toLocaleString("en-US") : value}${unit && ` ${unit}`}`;
};
