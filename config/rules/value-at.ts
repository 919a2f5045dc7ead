/** The value at a dotted path of plain objects; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? (at as never)[key] : undefined), values);
}
