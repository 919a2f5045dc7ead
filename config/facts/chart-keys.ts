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
