import { ExpectedError } from "./expected-error";

/** The command line itself is wrong. */
export class UsageError extends ExpectedError {}

export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
