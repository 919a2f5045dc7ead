import type { Statement } from "../../lib/aws/policies";
import { reachOf } from "./reach";

/** What a review knows of who owns a resource. */
export interface Own {
  /** Account of the environment, 12 digits; null: nobody knows it. */
  readonly account: string | null;
  /** Repository whose jobs deploy: `acme/cluster`; null: none does. */
  readonly repository: string | null;
}

/** Whom a condition keeps a grant to. */
type Bound = "own" | "foreign" | "nothing";

/** Keys whose values name an account, alone or in an ARN. */
const NAMES_ACCOUNT =
  /^(?:aws:principalaccount|aws:principalarn|aws:sourceaccount|aws:sourcearn|aws:sourceowner|kms:calleraccount|s3:dataaccesspointaccount|s3:resourceaccount|aws:resourceaccount|aws:sourceidentityaccount)$/;

/** Keys whose values have no account in them, so that nobody can tell whose they are. */
const NAMES_OTHERS =
  /^(?:aws:principalorgid|aws:principalorgpaths|aws:sourceorgid|aws:sourceorgpaths|aws:sourcevpc|aws:sourcevpce|aws:userid)$/;

/** A name without an account, as AIDA…, is that of a principal that is gone. */
export function isForeign(arn: string, account: string | null): boolean {
  const owner = accountOf(arn);
  return owner === undefined ? arn.includes("*") : owner !== account;
}

/** Account that a value names; undefined: it names none. */
export function accountOf(value: string): string | undefined {
  return /^arn:aws[\w-]*:[\w-]*:[\w-]*:(\d{12}):/.exec(value)?.[1] ?? /^(\d{12})$/.exec(value)?.[1];
}

/** Whether all that meets the conditions of a statement is of the own account, as far as they say whose it is. */
export function boundOf({ conditions }: Statement, { account }: Own): Bound {
  const bounds = Object.entries(conditions).map(([name, values]) => bound(name, values, account));
  if (bounds.includes("own")) return "own";
  return bounds.includes("foreign") ? "foreign" : "nothing";
}

function bound(name: string, values: readonly string[], account: string | null): Bound {
  const [operator = "", key = ""] = name.split(" ");
  if (!isBinding(operator) || values.length === 0) return "nothing";
  if (key === "aws:sourceip") return reachOf(values) === "world" ? "nothing" : "own";
  if (NAMES_ACCOUNT.test(key)) {
    const owners = values.map(accountOf);
    if (owners.every((owner) => owner !== undefined && owner === account)) return "own";
    return owners.some((owner) => owner !== undefined && owner !== account) ? "foreign" : arnBound(values);
  }
  if (NAMES_OTHERS.test(key)) return values.some((value) => /^[*?]/.test(value)) ? "nothing" : "foreign";
  return "nothing";
}

/** ARNs of buckets have no account: whose bucket it is cannot be known. */
const arnBound = (values: readonly string[]): Bound =>
  values.every((value) => /^arn:aws[\w-]*:s3:::[^*?]/.test(value)) ? "foreign" : "nothing";

/** Operators that let all through when a key is missing restrict nobody. */
export const isBinding = (operator: string): boolean =>
  /^(?:ForAnyValue:)?(?:String|Arn|Ip)/.test(operator) && !/Not|IfExists/.test(operator);

/** Texts of the values that keep a grant to somebody else, for the reader. */
export function boundText({ conditions }: Statement): string {
  return Object.entries(conditions)
    .filter(([name]) => NAMES_ACCOUNT.test(name.split(" ")[1] ?? "") || NAMES_OTHERS.test(name.split(" ")[1] ?? ""))
    .map(([name, values]) => `${name.split(" ")[1] ?? ""} ${values.slice(0, 3).join(", ")}`)
    .join(" and ");
}

/** Whether a pattern of resources stands for all of a kind: `*`, `arn:aws:iam::111122223333:role/*`, `arn:aws:s3:::*` and more. */
export function isWideResource(resource: string): boolean {
  // what is made now has an ARN that only Terraform knows
  if (resource.startsWith("${") || !/[*?]/.test(resource.replace(/\$\{[^}]*\}/g, ""))) return false;
  const [arn, , service, , account = "", ...rest] = resource.split(":");
  if (arn !== "arn" || rest.length === 0 || /[*?]/.test(service ?? "") || /[*?]/.test(account)) return true;
  const name = rest.join(":");
  if (service === "s3") return /^[*?]/.test(name);
  const parts = name.split(/[/:]/);
  // role/name, log-group:name: the first part says of which kind it is
  const named = parts.length > 1 ? parts.slice(1) : parts;
  return named.every((part) => part === "" || /^[*?]/.test(part));
}
