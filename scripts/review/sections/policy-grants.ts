import { listed } from "../../../config/kernel/listed";
import type { Policy, Statement } from "../../lib/aws/policies";
import { destroys, givesRights } from "./policy-actions";
import { uncovered } from "./policy-covers";
import { actionText, statementDangers } from "./policy-dangers";
import type { Own } from "./policy-reach";

/** What two policies let do differently, a line for each statement. */
export interface Grants {
  /** What may be done that could not be done before. */
  readonly come: readonly string[];
  /** Some of it is not proved to be narrow. */
  readonly isWide: boolean;
  /** What of it was allowed before, under conditions that are gone or let more through. */
  readonly loosened: readonly string[];
  /** What may no longer be done. */
  readonly gone: readonly string[];
  /** What was denied and is no longer. */
  readonly undenied: readonly string[];
}

/** What a policy allows after a change and did not before. */
export function grants(before: Policy | null, after: Policy | null, own: Own): Grants {
  const { come, gone, undenied } = statementChanges(before, after);
  return {
    come: come.map(statementText),
    isWide: come.some((one) => isWide(one, own)),
    loosened: come.filter((one) => isLoosened(one, of(before, "Allow"))).map(statementText),
    gone: gone.map(statementText),
    undenied: undenied.map(statementText),
  };
}

const of = (policy: Policy | null, effect: Statement["effect"]): readonly Statement[] =>
  policy?.statements.filter((one) => one.effect === effect) ?? [];

/** Parts of statements that one of two policies has, and the other does not. */
export interface StatementChanges {
  readonly come: readonly Statement[];
  readonly gone: readonly Statement[];
  readonly denied: readonly Statement[];
  readonly undenied: readonly Statement[];
}

/** Statements that come, go, and are no longer denied. */
export function statementChanges(before: Policy | null, after: Policy | null): StatementChanges {
  const byAfter = compared.get(before ?? NOTHING) ?? new WeakMap<object, StatementChanges>();
  compared.set(before ?? NOTHING, byAfter);
  const found = byAfter.get(after ?? NOTHING) ?? changesOf(before, after);
  byAfter.set(after ?? NOTHING, found);
  return found;
}

const NOTHING = {};

/** What was compared already, by the policy before and the one after: several sections ask. */
const compared = new WeakMap<object, WeakMap<object, StatementChanges>>();

function changesOf(before: Policy | null, after: Policy | null): StatementChanges {
  // variables are plain text in policies of the older version
  const same = before === null || after === null || before.version === after.version;
  const without = (one: Policy | null, other: Policy | null, effect: Statement["effect"]) =>
    uncovered(of(one, effect), same ? of(other, effect) : []);
  return {
    come: without(after, before, "Allow"),
    gone: without(before, after, "Allow"),
    denied: without(after, before, "Deny"),
    undenied: without(before, after, "Deny"),
  };
}

/** Under fewer or other conditions, it was allowed before. */
function isLoosened(statement: Statement, before: readonly Statement[]): boolean {
  // the same object, of which what it means is known
  const bare = (one: Statement): Statement =>
    Object.keys(one.conditions).length === 0 ? one : { ...one, conditions: {} };
  return uncovered([bare(statement)], before.map(bare)).length === 0;
}

/** Whatever is not proved to be narrow. In the policy of a resource, "*" is that resource. */
function isWide(statement: Statement, own: Own): boolean {
  const { notActions, notResources, principals, notPrincipals } = statement;
  if (notActions.length + notResources.length + notPrincipals.length > 0) return true;
  // the policy of a key or a bucket gives its own account what that account gives its roles
  const isOwn = principals.length > 0 && principals.every((one) => one === `AWS arn:aws:iam::${own.account}:root`);
  return statementDangers(statement, own).length > 0 || givesRights(statement) || (!isOwn && destroys(statement));
}

/** `arn:aws:iam::111122223333:role/x: s3:GetObject on everything, if StringEquals aws:sourceaccount 111122223333` */
export function statementText(statement: Statement): string {
  const { principals, resources, notResources, conditions } = statement;
  const who =
    principals.length === 0
      ? ""
      : `${principals.map((one) => (one === "*" ? "everybody" : one.replace(/^AWS /, ""))).join(", ")}: `;
  const on =
    notResources.length > 0
      ? ` on everything but ${listed(notResources, 3)}`
      : resources.length > 0
        ? ` on ${resources.includes("*") ? "everything" : listed(resources, 3)}`
        : "";
  const when =
    Object.keys(conditions).length > 0
      ? `, if ${Object.entries(conditions)
          .map(([name, values]) => `${name} ${listed(values, 3)}`)
          .join(" and ")}`
      : "";
  return `${who}${actionText(statement)}${on}${when}`;
}
