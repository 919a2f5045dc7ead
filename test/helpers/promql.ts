/** A metric that a query names, and the labels by which it chooses series. */
export interface AskedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/;

/** Words of PromQL that are no metrics: operators, modifiers, and what stands after them in parentheses. */
const WORDS = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan", "start", "end"]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

/** Texts are empty: names in them are none of the query's. */
const withoutTexts = (expr: string): string => expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

/** Metrics that a query asks for. */
export function metricsOf(expr: string): AskedMetric[] {
  const text = withoutTexts(expr)
    .replaceAll(GROUPING, " ")
    .replaceAll(/\[[^\]]*\]/g, " ");
  const found = [...text.matchAll(new RegExp(`(?<![a-zA-Z0-9_:.])(${NAME.source})\\s*(\\{[^}]*\\}|\\(?)`, "g"))];
  return found.flatMap(([, name, next = ""]) => {
    if (next === "(" || WORDS.has(name!.toLowerCase())) return [];
    const labels = [...next.matchAll(new RegExp(`(${NAME.source})\\s*(?:=~|!~|!=|=)`, "g"))].map(([, label]) => label!);
    return [{ name: name!, labels }];
  });
}

/** Labels by which a query puts series together. */
export function groupedBy(expr: string): string[] {
  return [...withoutTexts(expr).matchAll(GROUPING)].flatMap(([, labels]) =>
    labels!
      .split(",")
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  );
}

/** Labels that a query makes itself. */
export const madeLabels = (expr: string): string[] =>
  [
    ...expr.matchAll(/label_join\((?:[^"]*),\s*"([a-z_]+)"/g),
    // by its end: what it is made of may have texts, too
    ...expr.matchAll(/,\s*"([a-z_]+)",\s*"[^"]*",\s*"[a-z_]+",\s*"[^"]*"\)/g),
  ].map(([, label]) => label!);
