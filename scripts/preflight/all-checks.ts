import { didYouMean } from "../../config/kernel/nearest";
import { UsageError } from "../lib/errors/usage";
import type { Check } from "./check";
import { CLUSTER_CHECKS } from "./cluster/registry";
import { CHECKS } from "./registry";

/** A check, and whom it asks. */
export interface ListedCheck extends Pick<Check<never>, "id" | "title" | "actions"> {
  readonly asks: "account" | "cluster";
}

/** Every check that there is. */
export const ALL_CHECKS: readonly ListedCheck[] = [
  ...CHECKS.map(({ id, title, actions }): ListedCheck => ({ id, title, actions, asks: "account" })),
  ...CLUSTER_CHECKS.map(({ id, title, actions }): ListedCheck => ({ id, title, actions, asks: "cluster" })),
];

/** @throws UsageError for an id that no check has */
export function assertChecks(ids: readonly string[]): void {
  const known = ALL_CHECKS.map(({ id }) => id);
  for (const id of ids) {
    if (known.includes(id)) continue;
    const meant = didYouMean(id, known);
    throw new UsageError(`--check ${id}: there is no such check${meant ? `: ${meant}` : "."} --list lists them.`);
  }
}

/**
 * Checks with these ids, in their order; all where none is named.
 * @throws UsageError for an id that is none, or that asks somebody else
 */
export function chosenChecks<Row extends { readonly id: string }>(
  ids: readonly string[],
  checks: readonly Row[],
): readonly Row[] {
  assertChecks(ids);
  for (const id of ids) {
    if (checks.some((one) => one.id === id)) continue;
    const asks =
      ALL_CHECKS.find((one) => one.id === id)?.asks === "account" ? "an account of AWS" : "a cluster that exists";
    throw new UsageError(`--check ${id} asks ${asks}, and the environment does not stand in one. --list lists them.`);
  }
  return ids.length === 0 ? checks : checks.filter(({ id }) => ids.includes(id));
}
