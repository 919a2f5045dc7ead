import { parseJson } from "../files/documents";
import { isPlain } from "../../../config/kernel/plain";

/** A statement of an IAM, key, bucket or trust policy in one form: lists everywhere, in order, each value once. */
export interface Statement {
  /** Null: it has none. It says nothing of the meaning. */
  readonly sid: string | null;
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  /** `*` for everybody; else `AWS arn:aws:iam::111122223333:root`, `Service ec2.amazonaws.com`. */
  readonly principals: readonly string[];
  readonly notPrincipals: readonly string[];
  readonly resources: readonly string[];
  readonly notResources: readonly string[];
  /** `StringEquals aws:SourceAccount` → values. */
  readonly conditions: Readonly<Record<string, readonly string[]>>;
}

export interface Policy {
  readonly version: string;
  readonly statements: readonly Statement[];
}

type Json = Readonly<Record<string, unknown>>;

/** A policy as it is understood by AWS; null for any other text. */
export function parsePolicy(text: unknown): Policy | null {
  if (typeof text !== "string" || !text.includes('"Statement"')) return null;
  const value = parseJson(text)?.value;
  if (!isPlain(value) || !("Statement" in value)) return null;
  const statements = Array.isArray(value["Statement"]) ? value["Statement"] : [value["Statement"]];
  if (!statements.every(isPlain)) return null;
  return { version: String(value["Version"] ?? "2008-10-17"), statements: statements.map(statement) };
}

/** What a statement means, without its name. */
export function meaning(one: Statement): string {
  const known = meanings.get(one) ?? statementKey(one);
  meanings.set(one, known);
  return known;
}

// each statement is compared with many
const meanings = new WeakMap<Statement, string>();

function statementKey({ sid: _, ...rest }: Statement): string {
  const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
  // AWS does not look at the case of actions
  return JSON.stringify({ ...rest, actions: lower(rest.actions), notActions: lower(rest.notActions) });
}

/** Whether two policies mean the same, in whatever order and form they say it. */
export function samePolicy(a: Policy, b: Policy): boolean {
  const all = ({ version, statements }: Policy) =>
    [version, ...[...new Set(statements.map(meaning))].sort()].join("\n");
  return all(a) === all(b);
}

function statement(value: Json): Statement {
  return {
    sid: typeof value["Sid"] === "string" && value["Sid"] !== "" ? value["Sid"] : null,
    effect: value["Effect"] === "Deny" ? "Deny" : "Allow",
    actions: list(value["Action"]),
    notActions: list(value["NotAction"]),
    principals: principals(value["Principal"]),
    notPrincipals: principals(value["NotPrincipal"]),
    resources: list(value["Resource"]),
    notResources: list(value["NotResource"]),
    conditions: conditions(value["Condition"]),
  };
}

function principals(value: unknown): string[] {
  if (!isPlain(value)) return list(value);
  const all = Object.entries(value).flatMap(([kind, names]) =>
    list(names).map((name) => (kind === "AWS" && name === "*" ? "*" : `${kind} ${wholeAccount(name)}`)),
  );
  return unique(all);
}

/** An account's number and its root are the same principal. */
function wholeAccount(name: string): string {
  return /^\d{12}$/.test(name) ? `arn:aws:iam::${name}:root` : name;
}

function conditions(value: unknown): Record<string, string[]> {
  if (!isPlain(value)) return {};
  const all = Object.entries(value).flatMap(([operator, keys]) =>
    // keys have no case
    Object.entries(isPlain(keys) ? keys : {}).map(([key, values]): [string, string[]] => [
      `${operator} ${key.toLowerCase()}`,
      list(values),
    ]),
  );
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function list(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return unique((Array.isArray(value) ? value : [value]).map(String));
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();
