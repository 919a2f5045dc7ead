import type { ChartName } from "./versions";
import keys from "./chart-keys.json";

/** A map whose keys are the user's own, or whose form a chart does not show. */
export const OPEN = "*";
/** A single value or a list: no keys below it are known. */
export const CLOSED = "-";

/** Keys of a map by name; `*` as a name stands for every name that the user gives. */
export interface KeyTree {
  readonly [key: string]: KeyTree | typeof OPEN | typeof CLOSED;
}

/**
 * Keys of the values that a chart reads, at all depths, at the version that `charts.json` pins. `npx railyard charts
 * --write-keys` makes the file from the charts themselves.
 */
export const CHART_KEYS: Readonly<Partial<Record<ChartName, KeyTree>>> = keys as Partial<Record<ChartName, KeyTree>>;

/** A key that a chart does not read, and those that it reads in its place. */
export interface UnknownKey {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

/** Keys of values that the tree does not have, at all depths. Lists and open maps are not looked into. */
export function* unknownKeysOf(tree: KeyTree, values: unknown, path: readonly string[] = []): Iterable<UnknownKey> {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return;
  for (const [key, value] of Object.entries(values)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    if (branch === undefined) yield { path: [...path, key], known: Object.keys(tree) };
    else if (typeof branch === "object") yield* unknownKeysOf(branch, value, [...path, key]);
  }
}

/** A value of another form than the chart takes there. */
export interface WrongForm {
  readonly path: readonly string[];
  readonly given: "a map" | "a list" | "a single value";
  readonly wanted: "a map" | "a single value or a list";
}

/**
 * Values of another form than those that the tree has, at all depths: a map for a single value or a list, or the other
 * way round. Null takes a value away, and fits everywhere. Which single value a chart wants, the tree does not tell.
 */
export function* wrongFormsOf(tree: KeyTree, values: unknown, path: readonly string[] = []): Iterable<WrongForm> {
  if (!isMap(values)) return;
  for (const [key, value] of Object.entries(values)) {
    const branch = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    const at = [...path, key];
    if (branch === undefined || branch === OPEN || value === null || value === undefined) continue;
    if (branch === CLOSED) {
      if (isMap(value)) yield { path: at, given: "a map", wanted: "a single value or a list" };
    } else if (isMap(value)) yield* wrongFormsOf(branch, value, at);
    else yield { path: at, given: Array.isArray(value) ? "a list" : "a single value", wanted: "a map" };
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
