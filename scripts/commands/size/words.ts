import { numberText } from "../../lib/terminal/numbers";

/** What is more than nothing is never told as 0. */
export function round(value: number, digits = 1): string {
  const least = 10 ** -digits;
  return value > 0 && value < least / 2 ? `under ${least}` : numberText(value, 0, digits);
}

/** 0.123 → `12.3 %` */
export const percent = (share: number): string => `${round(share * 100)} %`;

/** 0.4 → `24 min`; 30 → `30 h`; 100 → `4.2 days`. */
export function span(hours: number): string {
  if (hours < 1 / 60) return `${round(hours * 3600)} s`;
  if (hours < 2) return `${round(hours * 60)} min`;
  return hours < 72 ? `${round(hours)} h` : `${round(hours / 24)} days`;
}
