import { jsonIn } from "../../../lib/files/read-json";
import { isPlain } from "../../../../config/kernel/plain";
/** One statement of a policy: its elements as they are written. */
export type Statement = Readonly<Record<string, unknown>>;

export interface PolicyDocument {
  /** Elements of the whole: `Version`, `Id`, `Statement`. */
  readonly elements: Statement;
  readonly statements: readonly Statement[];
}

/** A policy document; null when the text is no JSON object, or has something else than statements in `Statement`. */
export function parsePolicy(text: string): PolicyDocument | null {
  const parsed = jsonIn(text);
  if (!isPlain(parsed)) return null;
  const given = parsed["Statement"];
  const statements: unknown[] = Array.isArray(given) ? given : [given];
  return statements.length > 0 && statements.every(isPlain) ? { elements: parsed, statements } : null;
}

/** Texts of an element that takes one of them or a list. */
export function textsOfElement(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === "string");
}

/** Whether a statement allows an action, whatever its resources and conditions are. */
export function allowsAction(statement: Statement, action: string): boolean {
  if (statement["Effect"] !== "Allow") return false;
  const covers = (element: string) =>
    textsOfElement(statement[element]).some((pattern) => likeText(pattern.toLowerCase(), action.toLowerCase()));
  return statement["Action"] === undefined
    ? statement["NotAction"] !== undefined && !covers("NotAction")
    : covers("Action");
}

/** Whether a statement is about an AWS service, named as in `eks.amazonaws.com`. */
export function namesService(statement: Statement, service: string): boolean {
  const principal = statement["Principal"];
  if (principal === "*") return true;
  return isPlain(principal) && textsOfElement(principal["Service"]).includes(service);
}

/** Whether a policy allows each of these actions to a service. What conditions ask for is left out. */
export function allowsService(text: string, service: string, actions: readonly string[]): boolean {
  const statements = (parsePolicy(text)?.statements ?? []).filter((each) => namesService(each, service));
  return actions.every((action) => statements.some((each) => allowsAction(each, action)));
}

/** Whether a text is of a pattern with `*` and `?`. */
export function likeText(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}
