/** `was → is` where less is allowed than before; null is no limit. */
export function less(what: string, was: number | null, is: number | null): string | null {
  if ((is ?? Infinity) >= (was ?? Infinity)) return null;
  return `${what}: ${was ?? "no limit"} → ${is}.`;
}

/** What was in a list and is not any more. */
export const without = (was: readonly string[], is: readonly string[]): string[] =>
  was.filter((one) => !is.includes(one));
