import type { AwsAccess } from "./access";

const asked = new WeakMap<AwsAccess, Map<string, Promise<unknown>>>();

/** Asks the account a question that several checks share; the second one gets the answer of the first, or its failure. */
export function once<T>(aws: AwsAccess, question: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(aws) ?? new Map<string, Promise<unknown>>();
  asked.set(aws, answers);
  const known = answers.get(question) ?? ask();
  answers.set(question, known);
  return known as Promise<T>;
}

const last = new WeakMap<AwsAccess, Map<string, Promise<unknown>>>();

/** Asks a service one question after another, whichever check asks: it answers few in a second, and refuses more. */
export function inTurn<T>(aws: AwsAccess, service: string, ask: () => Promise<T>): Promise<T> {
  const ends = last.get(aws) ?? new Map<string, Promise<unknown>>();
  last.set(aws, ends);
  const answer = (ends.get(service) ?? Promise.resolve()).then(ask);
  // how one ends is no matter of the next
  ends.set(
    service,
    answer.catch(() => {}),
  );
  return answer;
}

/** Everything that a paged question answers. */
export async function all<P, T>(pages: AsyncIterable<P>, items: (page: P) => readonly T[] | undefined): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...(items(page) ?? []));
  return found;
}
