import { ExpectedError } from "./expected-error";

/** The command line itself is wrong. */
export class UsageError extends ExpectedError {}

/** Does all of it, and tells all mistakes of use at once. @throws UsageError */
export function together<T extends object>(parts: { readonly [K in keyof T]: () => T[K] }): T {
  const problems: string[] = [];
  const done = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, (part as () => unknown)()];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return Object.fromEntries(done) as T;
}

/** The message of a wrong call, with where the right ones are. */
export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
