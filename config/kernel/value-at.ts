/** The value at a path of plain objects, as keys or dotted; undefined where there is none. */
export function valueAt(values: unknown, path: string | readonly string[]): unknown {
  const keys = typeof path === "string" ? path.split(".") : path;
  return keys.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    values,
  );
}
