const SCALES: Readonly<Record<string, number>> = { "": 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** More than any model that somebody has trained, by a factor of ten or more. */
export const MOST_PARAMS = "100T";

/** More tokens than people have written, and more bytes than one file system holds. */
export const MOST_TOKENS = "100000T";

/** What is wrong with a count, in words; null: nothing. @param most the largest that is allowed, as people write it */
export function amountProblem(text: string, most: string): string | null {
  const value = read(text);
  if (value === null) return "must be a number such as 70B, 1.5T or 405e9";
  if (value < 1) return "must be at least 1";
  return value > read(most)! ? `must be at most ${most}` : null;
}

/** A count as people who train models write it: `70B` is 70 thousand million, `T` a million million. Null: it is none, or under 1. */
export function amount(text: string): number | null {
  const value = read(text);
  return value !== null && value >= 1 && Number.isFinite(value) ? value : null;
}

/** What is too large for a number is infinite. */
function read(text: string): number | null {
  const [, number, scale] = /^(\d+(?:\.\d+)?(?:e\d+)?)([KMBT]?)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * SCALES[scale ?? ""]!;
}
