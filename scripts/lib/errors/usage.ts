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

/** Tells all that is wrong at once; what is false or null is not. @throws UsageError */
export function refuse(...problems: readonly (string | false | null | undefined)[]): void {
  const found = problems.filter((problem) => typeof problem === "string");
  if (found.length > 0) throw new UsageError(found.join("\n"));
}

/**
 * Tells what is wrong with some words together with what another look finds; that one sees words that are wrong, and only its mistakes of
 * use count. @throws UsageError
 */
export function besides(first: UsageError, look: () => unknown): never {
  const lines = new Set(first.message.split("\n"));
  try {
    look();
  } catch (error) {
    if (error instanceof UsageError) for (const line of error.message.split("\n")) lines.add(line);
  }
  throw new UsageError([...lines].join("\n"));
}

/** The message of a wrong call, with where the right ones are. */
export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
