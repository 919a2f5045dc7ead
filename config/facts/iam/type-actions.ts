/**
 * IAM actions by which the AWS provider makes, reads, changes and deletes resources of a type. An action stands where the
 * Service Authorization Reference lets a policy limit it.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export interface TypeActions {
  /** What a refresh asks. Nothing of it reads data. */
  readonly reads: readonly string[];
  /**
   * Calls that name nothing with a tag of the environment: what they make is not there yet, or what they change was made by
   * AWS or by others.
   */
  readonly opens: readonly string[];
  /** Calls that name a resource of the environment, by its tag or its name. */
  readonly changes: readonly string[];
  /** What a service asks of the caller on the way: a role that is passed, a grant of a key, an interface. */
  readonly passes: readonly string[];
}

/** What a row may leave out, without the name of the service that the row is of. */
export type OwnActions = Partial<Omit<TypeActions, "passes">> & {
  /** With the name of the service. */
  readonly passes?: readonly string[];
};

/** Rows of types whose calls are those of one service. */
export function ofService<Type extends string>(
  service: string,
  rows: Readonly<Record<Type, OwnActions>>,
): Readonly<Record<Type, TypeActions>> {
  const named = (calls: readonly string[] = []) => calls.map((call) => `${service}:${call}`);
  const entries = Object.entries<OwnActions>(rows).map(([type, { reads, opens, changes, passes = [] }]) => [
    type,
    { reads: named(reads), opens: named(opens), changes: named(changes), passes },
  ]);
  return Object.fromEntries(entries) as Record<Type, TypeActions>;
}
