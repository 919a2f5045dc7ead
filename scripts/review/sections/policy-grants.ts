import { meaning, type Policy, type Statement } from "../changes/policies";
import { actionText } from "./policy-dangers";

/** What two policies let do differently, a line for each statement. */
export interface Grants {
  /** What may be done that could not be done before. */
  readonly come: readonly string[];
  /** Some of it is on everything, or with wildcards. */
  readonly isWide: boolean;
  /** What may no longer be done. */
  readonly gone: readonly string[];
  /** What was denied and is no longer. */
  readonly undenied: readonly string[];
}

export function grants(before: Policy | null, after: Policy | null): Grants {
  const of = (policy: Policy | null, effect: Statement["effect"]) =>
    policy?.statements.filter((one) => one.effect === effect) ?? [];
  const come = uncovered(of(after, "Allow"), of(before, "Allow"));
  const gone = uncovered(of(before, "Allow"), of(after, "Allow"));
  const denied = new Set(of(after, "Deny").map(meaning));
  const undenied = of(before, "Deny").filter(
    (one) => !denied.has(meaning(one)) && !of(after, "Deny").some((other) => covers(other, one)),
  );
  return {
    come: come.map(text),
    isWide: come.some(isWide),
    gone: gone.map(text),
    undenied: undenied.map(text),
  };
}

/** Statements that no other of the same effect includes. */
const uncovered = (some: readonly Statement[], others: readonly Statement[]): Statement[] =>
  some.filter((one) => !others.some((other) => covers(other, one)));

/** Whether all that a statement says is said by another. */
export function covers(outer: Statement, inner: Statement): boolean {
  if (meaning(outer) === meaning(inner)) return true;
  const isPlain = [outer, inner].every(
    ({ notActions, notPrincipals, notResources }) =>
      notActions.length + notPrincipals.length + notResources.length === 0,
  );
  if (!isPlain) return false;
  const all = (list: readonly string[], patterns: readonly string[], ignoreCase = false) =>
    list.every((value) => patterns.some((pattern) => matches(pattern, value, ignoreCase)));
  return (
    all(inner.actions, outer.actions, true) &&
    all(inner.resources, outer.resources) &&
    inner.principals.every((one) => outer.principals.includes(one) || outer.principals.includes("*")) &&
    inner.principals.length > 0 === outer.principals.length > 0 &&
    // a condition more grants less
    Object.entries(outer.conditions).every(
      ([name, values]) => JSON.stringify(inner.conditions[name]) === JSON.stringify(values),
    )
  );
}

function matches(pattern: string, value: string, ignoreCase: boolean): boolean {
  if (pattern === value || pattern === "*") return true;
  if (!/[*?]/.test(pattern)) return ignoreCase && pattern.toLowerCase() === value.toLowerCase();
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, ignoreCase ? "i" : "").test(value);
}

/** Reading metadata of everything is what most controllers do. In the policy of a thing, everything is that thing. */
function isWide({ actions, resources, notActions, notResources, principals }: Statement): boolean {
  const writes = actions.some((action) => action.includes("*") && !/^[\w-]+:(?:describe|list|get)\w*\*$/i.test(action));
  return (
    actions.includes("*") ||
    (writes && resources.includes("*") && principals.length === 0) ||
    notActions.length > 0 ||
    notResources.length > 0
  );
}

function text(statement: Statement): string {
  const { principals, resources, notResources, conditions } = statement;
  const who =
    principals.length === 0
      ? ""
      : `${principals.map((one) => (one === "*" ? "everybody" : one.replace(/^AWS /, ""))).join(", ")}: `;
  const on =
    notResources.length > 0
      ? ` on everything but ${short(notResources)}`
      : resources.length > 0
        ? ` on ${resources.includes("*") ? "everything" : short(resources)}`
        : "";
  const when =
    Object.keys(conditions).length > 0
      ? `, if ${Object.entries(conditions)
          .map(([name, values]) => `${name} ${short(values)}`)
          .join(" and ")}`
      : "";
  return `${who}${actionText(statement)}${on}${when}`;
}

const short = (values: readonly string[]): string =>
  values.length > 3 ? `${values.slice(0, 3).join(", ")} and ${values.length - 3} more` : values.join(", ");
