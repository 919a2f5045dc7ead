import { didYouMean } from "../../../config/kernel/nearest";
import { awsFailure } from "../../lib/aws/failure";
import { ExpectedError } from "../../lib/errors/expected-error";

/**
 * An answer of AWS that there must be.
 * @param action IAM action of the call
 * @throws ExpectedError with what AWS answered, and what to do
 */
export async function ask<T>(action: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { text, fix } = awsFailure(error, action);
    throw new ExpectedError(`${text.replace(/[^.]$/, "$&.")} ${fix}\nNothing was written.`);
  }
}

/** The same; null where AWS has nothing of the kind. */
export async function askMaybe<T>(action: string, call: () => Promise<T>): Promise<T | null> {
  return ask(action, async () => {
    try {
      return await call();
    } catch (error) {
      // an API that has no answer to give says so by an error
      if (awsFailure(error, action).kind === "not-found") return null;
      throw error;
    }
  });
}

/** All pages of a list. @param call asks for the page that a token begins */
export async function askAll<P extends object>(
  action: string,
  token: keyof P,
  call: (next: string | undefined) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = [];
  let next: string | undefined;
  do {
    const page = await ask(action, () => call(next));
    pages.push(page);
    next = (page[token] as string | undefined) || undefined;
  } while (next !== undefined);
  return pages;
}

/** An id that AWS does not know: what there is instead. */
export function notThere(what: string, id: string, where: string, known: readonly string[]): ExpectedError {
  const there = known.length ? `there are ${known.slice(0, 20).join(", ")}` : "there are none";
  const rest = known.length > 20 ? ` and ${known.length - 20} more` : "";
  const near = known.length ? didYouMean(id, known) : undefined;
  return new ExpectedError(
    [`There is no ${what} ${id} in ${where}; ${there}${rest}.`, near, "Nothing was written."]
      .filter(Boolean)
      .join("\n"),
  );
}
