import { includes } from "../../lib/aws/globs";
import type { Statement } from "../../lib/aws/policies";

/** Somebody who uses a key, and what is true of every such use. */
export interface KeyUser {
  /** ARN of a role, `*` in it for roles of which AWS makes several. */
  readonly role: string;
  /** Keys of conditions in small letters, and their values in a use: a condition that lets in one of them holds. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}

/** `maybe`: what is not judged here decides. */
export type Covers = "yes" | "maybe" | "no";

/** Whether a statement of a key's policy is about an action (in small letters) of somebody. */
export function covers(one: Statement, action: string, user: KeyUser): Covers {
  const isNamed = one.notActions.length > 0 || one.actions.some((pattern) => includes(pattern.toLowerCase(), action));
  if (!isNamed) return "no";
  const conditions = Object.entries(one.conditions).map(([key, values]) => holds(key, values, user));
  if (conditions.includes("no")) return "no";
  const who = principal(one, user.role);
  return who === "yes" && one.notActions.length === 0 && conditions.every((each) => each === "yes")
    ? "yes"
    : who === "no"
      ? "no"
      : "maybe";
}

/** A statement for the account as a whole leaves it to IAM, where roles that AWS makes for a service have no right to keys. */
function principal({ principals, notPrincipals }: Statement, role: string): Covers {
  if (principals.includes("*")) return "yes";
  if (notPrincipals.length > 0) return "maybe";
  const names = principals.map((name) => name.replace(/^AWS /, ""));
  if (names.includes(role) && !role.includes("*")) return "yes";
  return names.some((name) => includes(role, name)) ? "maybe" : "no";
}

function holds(condition: string, values: readonly string[], { role, context }: KeyUser): Covers {
  const [operator = "", key = ""] = condition.split(" ");
  if (!/^(StringEquals|StringLike|ArnLike|ArnEquals|Bool)$/i.test(operator)) return "maybe";
  if (key === "aws:principalarn") {
    if (values.some((value) => includes(value, role))) return "yes";
    return values.some((value) => includes(role, value)) ? "maybe" : "no";
  }
  const real = context[key];
  if (real === undefined) return "maybe";
  return values.some((one) => real.some((value) => includes(one, value))) ? "yes" : "no";
}
