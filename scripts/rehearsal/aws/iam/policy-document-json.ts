import type { Attributes } from "../../value";
import { textOf, textsOf } from "../../attribute-values";
import { textsOfElement, type Statement } from "./policy-statements";
import { isPlain } from "../../../../config/kernel/plain";

/** Order in which the provider writes the elements of a statement. */
const ELEMENTS = [
  "Sid",
  "Effect",
  "Action",
  "NotAction",
  "Resource",
  "NotResource",
  "Principal",
  "NotPrincipal",
  "Condition",
];

/** A statement with its elements in the provider's order; those it does not know are lost, as they are there. */
export function ordered(statement: Statement): Statement {
  const known = ELEMENTS.map((name): [string, unknown] => [name, statement[name]]);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== ""));
}

/** A statement of another document, as the provider writes it again. */
export function rewritten(statement: Statement): Statement {
  const { Principal, NotPrincipal, Condition } = statement;
  return ordered({
    ...statement,
    Principal: principalAgain(Principal),
    NotPrincipal: principalAgain(NotPrincipal),
    Condition: conditionAgain(Condition),
  });
}

/** Lists are sorted, and stay lists. */
function principalAgain(principal: unknown): unknown {
  if (!isPlain(principal)) return principal === undefined ? undefined : "*";
  const entries = Object.entries(principal).map(([type, names]): [string, unknown] => [
    type,
    Array.isArray(names) ? descending(textsOfElement(names)) : names,
  ]);
  return sortedByName(entries);
}

function conditionAgain(condition: unknown): unknown {
  if (!isPlain(condition)) return undefined;
  const text = (value: unknown) => (typeof value === "boolean" ? String(value) : value);
  const tests = Object.entries(condition).map(([test, keys]): [string, unknown] => [
    test,
    sortedByName(
      Object.entries(isPlain(keys) ? keys : {}).map(([key, value]) =>
        oneOrAll([key, textsOfElement(Array.isArray(value) ? value.map(text) : text(value))]),
      ),
    ),
  ]);
  return sortedByName(tests);
}

/** Texts as an element: last one first, and one alone without a list. */
export function asElement(texts: readonly string[]): unknown {
  const [first, ...others] = descending([...new Set(texts)]);
  return others.length === 0 ? first : [first, ...others];
}

const descending = (texts: readonly string[]) => [...texts].sort((a, b) => (a < b ? 1 : -1));

/** `Principal` by kind, or `*` for everybody. */
export function principalElement(blocks: readonly Attributes[], change: (text: string) => string): unknown {
  const byType = new Map<string, string[]>();
  for (const block of blocks) {
    const type = textOf(block, "type") ?? "";
    byType.set(type, [...(byType.get(type) ?? []), ...textsOf(block, "identifiers").map(change)]);
  }
  if (byType.size === 0) return undefined;
  if (byType.size === 1 && byType.get("*")?.join() === "*") return "*";
  return sortedByName([...byType].map(([type, texts]) => [type, asElement(texts)]));
}

/** `Condition` by operator and key; the order of values is kept. */
export function conditionElement(blocks: readonly Attributes[], change: (text: string) => string): unknown {
  const byTest = new Map<string, Map<string, string[]>>();
  for (const block of blocks) {
    const test = textOf(block, "test") ?? "";
    const variable = textOf(block, "variable") ?? "";
    const keys = byTest.get(test) ?? new Map<string, string[]>();
    keys.set(variable, [...(keys.get(variable) ?? []), ...textsOf(block, "values").map(change)]);
    byTest.set(test, keys);
  }
  if (byTest.size === 0) return undefined;
  return sortedByName([...byTest].map(([test, keys]) => [test, sortedByName([...keys].map(oneOrAll))]));
}

function oneOrAll([key, values]: [string, string[]]): [string, unknown] {
  return [key, values.length === 1 ? values[0] : values];
}

function sortedByName(entries: [string, unknown][]): Statement {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON as Go writes it, which keeps `<`, `>` and `&` out of it. @param indent blanks; 0 for one line */
export function goJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[<>&\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
