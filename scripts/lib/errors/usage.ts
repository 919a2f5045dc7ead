import { ExpectedError } from "./expected-error";

/** The command line itself is wrong. */
export class UsageError extends ExpectedError {}

/** The message of a wrong call, with where the right ones are. */
export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
