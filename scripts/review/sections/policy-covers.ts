import { includes, overlaps } from "../../lib/aws/globs";
import { meaning, type Statement } from "../../lib/aws/policies";

/** Values that an element of a statement names, or all but those. */
interface Values {
  readonly all: readonly string[];
  readonly isNot: boolean;
}

/** Whether all that a statement says is said by another, for certain. */
export function covers(outer: Statement, inner: Statement): boolean {
  if (meaning(outer) === meaning(inner)) return true;
  return (
    outer.effect === inner.effect &&
    isWithin(actions(inner), actions(outer)) &&
    isWithin(resources(inner), resources(outer)) &&
    samePrincipals(inner, outer) &&
    implies(inner.conditions, outer.conditions)
  );
}

const lower = (all: readonly string[]) => all.map((one) => one.toLowerCase());

// AWS does not look at the case of actions
const actions = ({ actions: all, notActions }: Statement): Values =>
  notActions.length > 0 ? { all: lower(notActions), isNot: true } : { all: lower(all), isNot: false };

/** Without any, a statement is on what its policy is of. */
const resources = ({ resources: all, notResources }: Statement): Values =>
  notResources.length > 0 ? { all: notResources, isNot: true } : { all: all.length === 0 ? ["*"] : all, isNot: false };

function isWithin(inner: Values, outer: Values): boolean {
  if (inner.isNot && outer.isNot) return outer.all.every((out) => inner.all.some((one) => includes(one, out)));
  if (outer.isNot) return inner.all.every((one) => !outer.all.some((out) => overlaps(one, out)));
  if (inner.isNot) return outer.all.some((out) => includes(out, "*"));
  return inner.all.every((one) => outer.all.some((out) => includes(out, one)));
}

function samePrincipals(inner: Statement, outer: Statement): boolean {
  if (inner.notPrincipals.length + outer.notPrincipals.length > 0)
    return (
      JSON.stringify([inner.notPrincipals, inner.principals]) ===
      JSON.stringify([outer.notPrincipals, outer.principals])
    );
  if (inner.principals.length > 0 !== outer.principals.length > 0) return false;
  return inner.principals.every((one) => outer.principals.includes(one) || outer.principals.includes("*"));
}

type Conditions = Statement["conditions"];

/** Whether whatever meets some conditions meets others as well: a condition more grants less. */
export function implies(inner: Conditions, outer: Conditions): boolean {
  return Object.entries(outer).every(([name, wanted]) => {
    const given = inner[name];
    if (given === undefined) return false;
    if (JSON.stringify(given) === JSON.stringify(wanted)) return true;
    if (given.length === 0 || wanted.length === 0) return false;
    const operator = (name.split(" ")[0] ?? "").replace(/^ForA\w+:/, "").replace(/IfExists$/, "");
    if (operator === "Null" || operator === "Bool") return false;
    // of what must not be, more is stricter
    return operator.includes("Not")
      ? wanted.every((one) => given.includes(one))
      : given.every((one) => wanted.includes(one));
  });
}

/** Most combinations that are looked at one by one; beyond that, what is not whole counts as new. */
const MOST = 20_000;

/**
 * What of some statements none of others includes, with the actions that are new: each action on each resource for each
 * principal is looked for by itself, so that statements may be joined and parted.
 */
export function uncovered(some: readonly Statement[], others: readonly Statement[]): Statement[] {
  return some.flatMap((one) => {
    if (others.some((other) => covers(other, one))) return [];
    const parts = partsOf(one);
    if (parts.length * others.length > MOST) return [one];
    const open = parts.filter((part) => !others.some((other) => covers(other, part)));
    if (open.length === 0) return [];
    if (one.actions.length === 0) return [one];
    return [{ ...one, actions: [...new Set(open.flatMap((part) => part.actions))].sort() }];
  });
}

function partsOf(one: Statement): Statement[] {
  const each = (all: readonly string[]): readonly (readonly string[])[] =>
    all.length === 0 ? [[]] : all.map((value) => [value]);
  return each(one.actions).flatMap((action) =>
    each(one.resources).flatMap((resource) =>
      each(one.principals).map((principal) => ({
        ...one,
        actions: action,
        resources: resource,
        principals: principal,
      })),
    ),
  );
}
