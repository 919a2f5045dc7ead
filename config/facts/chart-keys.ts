import type { ChartName } from "./versions";
import keys from "./chart-keys.json";
import { isPlain } from "../kernel/plain";

/** A map whose keys are the user's own, or whose form a chart does not show. */
export const OPEN = "*";
/** A single value or a list: no keys below it are known. */
export const CLOSED = "-";

/** Form of a value that the chart itself proves: its schema does, or a template that tests a switch. */
export type ValueForm = "boolean" | "text" | "number" | "list" | "map";

/** Keys of a map by name; `*` as a name stands for every name that the user gives. */
export interface KeyTree {
  readonly [key: string]: KeyTree | typeof OPEN | typeof CLOSED | ValueForm;
}

/**
 * Keys of the values that a chart reads, at all depths, at the version that `charts.json` pins. `npx railyard charts
 * --write-keys` makes the file from the charts themselves.
 */
export const CHART_KEYS: Readonly<Partial<Record<ChartName, KeyTree>>> = keys as Partial<Record<ChartName, KeyTree>>;

/** A key that a chart does not read, and those that it reads in its place. */
export interface UnknownKey {
  readonly path: readonly string[];
  /** The last of the path. */
  readonly key: string;
  readonly known: readonly string[];
}

/** Keys of values that the tree does not have, at all depths. Lists and open maps are not looked into. */
export function* unknownKeysOf(tree: KeyTree, values: unknown, path: readonly string[] = []): Iterable<UnknownKey> {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return;
  for (const [key, value] of Object.entries(values)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    if (branch === undefined) yield { path: [...path, key], key, known: Object.keys(tree) };
    else if (typeof branch === "object") yield* unknownKeysOf(branch, value, [...path, key]);
  }
}

/** A value of another form than the chart takes there. */
export interface WrongForm {
  readonly path: readonly string[];
  readonly given: ValueForm;
  readonly wanted: ValueForm | "single";
}

/**
 * Values of another form than those that the tree has, at all depths. Null takes a value away, and fits everywhere. Where
 * the tree knows a single value or a list and no more, only a map is wrong.
 */
export function* wrongFormsOf(tree: KeyTree, values: unknown, path: readonly string[] = []): Iterable<WrongForm> {
  if (!isPlain(values)) return;
  for (const [key, value] of Object.entries(values)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    const at = [...path, key];
    if (branch === undefined || branch === OPEN || value === null || value === undefined) continue;
    const given = formOf(value);
    if (typeof branch === "object" && given === "map") yield* wrongFormsOf(branch, value, at);
    else if (branch === CLOSED) {
      if (given === "map") yield { path: at, given, wanted: "single" };
    } else {
      const wanted = typeof branch === "object" ? "map" : branch;
      // templates take 0 for false, and any other number for true
      const counts = wanted === "boolean" && given === "number";
      if (given !== wanted && !counts) yield { path: at, given, wanted };
    }
  }
}

function formOf(value: unknown): ValueForm {
  if (Array.isArray(value)) return "list";
  const form = typeof value;
  if (form === "boolean" || form === "number") return form;
  return form === "object" ? "map" : "text";
}
