import { GUARD } from "../../../constructs/core/data-guard";
import { kindOf, type ResourceChange } from "./plan-json";

/** Whether it is an entry in the list of what a stack protects, and nothing in itself. */
export const isGuard = ({ type, name }: Pick<ResourceChange, "type" | "name">): boolean =>
  type === GUARD.type && name === GUARD.name;

/** The resource that an entry is about. */
const subjectOf = ({ address }: ResourceChange): string[] => /\["(.*)"\]$/.exec(address)?.slice(1) ?? [];

/** What a stack has protected until now, and config has no more. */
export function givenUp(resource: ResourceChange): string[] {
  return isGuard(resource) && kindOf(resource.change) === "delete" ? subjectOf(resource) : [];
}

/**
 * What a plan makes though the list has had it before: it was there once, and the state has lost it.
 * @returns addresses
 */
export function madeAgain(changes: readonly ResourceChange[]): string[] {
  const known = new Set(changes.filter((one) => isGuard(one) && one.change.before !== null).flatMap(subjectOf));
  return changes
    .filter(({ change, address }) => kindOf(change) === "create" && known.has(address.replace(/\[[^\]]*\]$/, "")))
    .filter(({ change }) => change.importing === undefined)
    .map(({ address }) => address);
}

/**
 * Entries whose change says nothing that their resource does not say: they come, or go with it. One that goes alone takes
 * protection away.
 */
export function changesNothing(changes: readonly ResourceChange[]): (resource: ResourceChange) => boolean {
  const gone = new Set(changes.filter(({ change }) => kindOf(change) === "delete").map(({ address }) => address));
  return (resource) =>
    isGuard(resource) &&
    (kindOf(resource.change) === "create" || subjectOf(resource).some((address) => gone.has(address)));
}
