import type { AwsAccess } from "../aws/access";

const asked = new WeakMap<AwsAccess, Map<string, Promise<unknown>>>();

/** Asks the account a question that several checks share; the second one gets the answer of the first, or its failure. */
export function once<T>(aws: AwsAccess, question: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(aws) ?? new Map<string, Promise<unknown>>();
  asked.set(aws, answers);
  const known = answers.get(question) ?? ask();
  answers.set(question, known);
  return known as Promise<T>;
}

/** Everything that a paged question answers. */
export async function all<P, T>(pages: AsyncIterable<P>, items: (page: P) => readonly T[] | undefined): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...(items(page) ?? []));
  return found;
}
