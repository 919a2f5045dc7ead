const SCALES: Readonly<Record<string, number>> = { "": 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** What {@link amount} reads, for messages. */
export const AMOUNT_FORM = "must be a number such as 70B, 1.5T or 405e9";

/** A count as people who train models write it: `70B` is 70 thousand million, `T` a million million. Null: it is none, or under 1. */
export function amount(text: string): number | null {
  const [, number, scale] = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)([KMBT]?)$/.exec(text) ?? [];
  const value = Number(number) * (SCALES[scale ?? ""] ?? NaN);
  return value >= 1 && Number.isFinite(value) ? value : null;
}
