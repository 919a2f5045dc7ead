import { numberText } from "../../lib/terminal/numbers";

/** What is more than nothing is never told as 0. */
export function round(value: number, digits = 1): string {
  const least = 10 ** -digits;
  return value > 0 && value < least / 2 ? `under ${least}` : numberText(value, 0, digits);
}

/** 0.123 → `12.3 %` */
export const percent = (share: number): string => `${round(share * 100)} %`;
