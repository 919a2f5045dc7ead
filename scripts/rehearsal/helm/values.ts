import { LineCounter, parseAllDocuments, type ParsedNode } from "yaml";
import { isPlain } from "../../../config/kernel/plain";

export type Values = Readonly<Record<string, unknown>>;

/** Values of one text of a release: YAML, and so JSON too. */
export type ParsedValues = { readonly values: Values } | { readonly line: number; readonly problem: string };

/** Reads values as Helm does: only the first document counts, and of names that are given twice the last. */
export function parseValues(text: string): ParsedValues {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: "silent", merge: true, uniqueKeys: false });
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (!document) return { values: {} };
  const [error] = document.errors;
  if (error) return { line: error.linePos?.[0].line ?? 1, problem: firstLine(error.message) };
  const values: unknown = document.toJS();
  if (values === null || values === undefined) return { values: {} };
  if (isPlain(values)) return { values };
  const start = (document.contents as ParsedNode | null)?.range[0] ?? 0;
  const kind = Array.isArray(values) ? "a list" : `a ${typeof values}`;
  return { line: lines.linePos(start).line, problem: `it is ${kind} where values are names with what they stand for` };
}

/** The later of two sets of values wins, name by name. */
export function mergeValues(base: Values, over: Values): Values {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    merged[name] = isPlain(before) && isPlain(value) ? mergeValues(before, value) : value;
  }
  return merged;
}

/** Values as the provider keeps them: JSON, sorted by name. */
export function valuesJson(values: Values): string {
  return JSON.stringify(values, (_, each: unknown) =>
    isPlain(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
  );
}

const firstLine = (message: string) => message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? message;
