type Table = Readonly<Record<string, unknown>>;

/** Whether a value is an object with keys: neither a list nor null. */
export const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `over` on top of `base`: tables merge, lists and scalars replace, `undefined` changes nothing. Neither is changed.
 * @param ofNull `null` in `over` removes the key, or stays as the value that it is
 */
export function deepMerge<T extends object>(base: T, over: T, ofNull: "removes" | "stays"): T {
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [key, value] of Object.entries(over) as [string, unknown][]) {
    const below = merged.get(key);
    if (value === null && ofNull === "removes") merged.delete(key);
    else if (isTable(value)) merged.set(key, deepMerge<Table>(isTable(below) ? below : {}, value, ofNull));
    else if (value !== undefined) merged.set(key, value);
  }
  return Object.fromEntries(merged) as T;
}
