import { ConfigError } from "../../../config/kernel/issues";
import { ExpectedError } from "./expected-error";

/** The command line itself is wrong. */
export class UsageError extends ExpectedError {}

/**
 * Does all of it, and tells all mistakes of use at once, with what is wrong beside them. @throws UsageError; or what one of them throws
 * where no mistake of use is beside it
 */
export function together<T extends object>(parts: { readonly [K in keyof T]: () => T[K] }): T {
  const problems: Error[] = [];
  const done = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, (part as () => unknown)()];
    } catch (error) {
      if (!(error instanceof ExpectedError || error instanceof ConfigError)) throw error;
      problems.push(error);
      return [name, undefined];
    }
  });
  const [first, ...more] = problems;
  if (first && more.length === 0) throw first;
  if (problems.some((problem) => problem instanceof UsageError)) throw new UsageError(linesOf(problems));
  if (first) throw first instanceof ConfigError ? first : new ExpectedError(linesOf(problems));
  return Object.fromEntries(done) as T;
}

const linesOf = (problems: readonly Error[]): string =>
  [...new Set(problems.flatMap(({ message }) => message.split("\n")))].join("\n");

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
    if (error instanceof UsageError || error instanceof ConfigError)
      for (const line of error.message.split("\n")) lines.add(line);
  }
  throw new UsageError([...lines].join("\n"));
}

/** The message of a wrong call, with where the right ones are. */
export function usageText(error: UsageError, helpCommand: string): string {
  return `${error.message}\nSee ${helpCommand}`;
}
