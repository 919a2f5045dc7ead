/** The command line itself is wrong. */
export class UsageError extends Error {}

export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
