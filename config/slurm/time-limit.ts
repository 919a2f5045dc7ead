import { z } from "zod";

/** Slurm keeps limits of time in minutes; a year at most. */
const MINUTE = 1 / 60;

/** Limits of time of jobs, in hours. */
export const limitHours = z
  .number()
  .positive({ abort: true })
  .refine((hours) => hours >= MINUTE, "must be at least 1 / 60, which is a minute: Slurm counts in minutes")
  .max(8760);

/** A limit of time for tables, in minutes where it is less than an hour: `15 min`, `1.5 h`, `336 h`. */
export function shortLimit(hours: number): string {
  const { amount, isHours } = limitOf(hours);
  return `${amount.toLocaleString("en-US")} ${isHours ? "h" : "min"}`;
}

/** The same in words: `15 minutes`, `1.5 hours`. */
export function limitText(hours: number): string {
  const { amount, isHours } = limitOf(hours);
  return `${amount.toLocaleString("en-US")} ${isHours ? "hour" : "minute"}${amount === 1 ? "" : "s"}`;
}

/** Down to a hundredth of an hour, or to a minute: what is written is never nothing. */
function limitOf(hours: number): { readonly amount: number; readonly isHours: boolean } {
  const minutes = Math.max(1, Math.round(hours * 60));
  return minutes < 60 ? { amount: minutes, isHours: false } : { amount: Math.round(hours * 100) / 100, isHours: true };
}
