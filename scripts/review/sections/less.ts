/** `was → is` where less is allowed than before; null is no limit. */
export function less(
  what: string,
  was: number | null,
  is: number | null,
  text: (value: number) => string = String,
): string | null {
  if (is === null || is >= (was ?? Infinity)) return null;
  return `${what}: ${was === null ? "no limit" : text(was)} → ${text(is)}.`;
}

/** What was in a list and is not any more. */
export const without = (was: readonly string[], is: readonly string[]): string[] =>
  was.filter((one) => !is.includes(one));
