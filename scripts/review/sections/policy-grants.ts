import type { Policy, Statement } from "../../lib/aws/policies";
import { givesRights } from "./policy-actions";
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

export function grants(before: Policy | null, after: Policy | null, own: Own): Grants {
  const of = (policy: Policy | null, effect: Statement["effect"]) =>
    policy?.statements.filter((one) => one.effect === effect) ?? [];
  // variables are plain text in policies of the older version
  const same = before === null || after === null || before.version === after.version;
  const come = uncovered(of(after, "Allow"), same ? of(before, "Allow") : []);
  const gone = uncovered(of(before, "Allow"), same ? of(after, "Allow") : []);
  const undenied = uncovered(of(before, "Deny"), same ? of(after, "Deny") : []);
  return {
    come: come.map(text),
    isWide: come.some((one) => isWide(one, own)),
    loosened: come.filter((one) => isLoosened(one, of(before, "Allow"))).map(text),
    gone: gone.map(text),
    undenied: undenied.map(text),
  };
}

/** Under fewer or other conditions, it was allowed before. */
function isLoosened(statement: Statement, before: readonly Statement[]): boolean {
  const bare = (one: Statement): Statement => ({ ...one, conditions: {} });
  return uncovered([bare(statement)], before.map(bare)).length === 0;
}

/** Whatever is not proved to be narrow. In the policy of a thing, everything is that thing. */
function isWide(statement: Statement, own: Own): boolean {
  return statementDangers(statement, own).length > 0 || givesRights(statement);
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
