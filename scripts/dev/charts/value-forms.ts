import type { ValueForm } from "../../../config/facts/chart-keys";
import type { Chart } from "../../lib/charts/chart-files";
import { reference } from "./known-keys";
import type { Values } from "../../lib/charts/releases";
import { isPlain } from "../../../config/kernel/plain";

/**
 * The form that a chart itself proves a value to have: its schema, which Helm asks before it renders anything; a template that
 * tests a switch, where every text counts as true; or the condition of a subchart, which Helm leaves on where that is no
 * boolean. Null: whatever templates make of it.
 */
export function provedForm(chart: Chart, path: readonly string[], value: unknown): ValueForm | null {
  const declared = chart.schema && formOf(chart.schema, at(chart.schema, path));
  if (declared) return declared;
  const isSwitch = chart.conditions.includes(path.join(".")) || isTested(chart, path);
  return typeof value === "boolean" && isSwitch ? "boolean" : null;
}

const FORMS: Readonly<Record<string, ValueForm>> = {
  boolean: "boolean",
  string: "text",
  number: "number",
  integer: "number",
  array: "list",
  object: "map",
};

/** Only what has one type and no other: null fits everywhere, for Helm takes such values away. */
function formOf(root: Values, schema: Values | null): ValueForm | null {
  const { type } = resolved(root, schema) ?? {};
  const [only, ...more] = (Array.isArray(type) ? type : [type]).filter((name) => name !== "null");
  return more.length === 0 && typeof only === "string" ? (FORMS[only] ?? null) : null;
}

function at(root: Values, path: readonly string[]): Values | null {
  return path.reduce<Values | null>((schema, key) => {
    const properties = resolved(root, schema)?.["properties"];
    return isPlain(properties) && Object.hasOwn(properties, key) && isPlain(properties[key]) ? properties[key] : null;
  }, root);
}

/** What a reference within the schema points to; alternatives prove nothing. */
function resolved(root: Values, schema: Values | null): Values | null {
  if (schema === null || ["anyOf", "oneOf"].some((key) => key in schema)) return null;
  const ref = schema["$ref"];
  if (typeof ref !== "string") return schema;
  const target = ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((found, key) => (isPlain(found) ? found[key] : undefined), root);
  return isPlain(target) ? resolved(root, target) : null;
}

/** Whether a template asks of a value whether it is true, and none makes a text of it or asks what it is. */
function isTested(chart: Chart, path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  const value = new RegExp(`${reference(path)}(?![\\w.-])`);
  const naming = actionsOf(chart).filter((action) => action.includes(name) && value.test(action));
  const isValue = (token: Node | undefined) =>
    typeof token === "string" && token.replace(/^\$/, "") === `.Values.${path.join(".")}`;
  return naming.some((action) => tests(parse(action), isValue)) && !naming.some((action) => takesText(action, path));
}

function takesText(action: string, path: readonly string[]): boolean {
  const value = `\\(?\\s*${reference(path)}\\s*\\)?`;
  return [
    `(toString|quote|squote|lower|kindOf|typeOf|(kind|type)Is\\s+"[^"]*")\\s+${value}(?![\\w.-])`,
    `${value}\\s*\\|\\s*(toString|quote|squote|lower|kindOf|typeOf|(kind|type)Is\\b)`,
    `(eq|ne)\\s+${value}\\s+"`,
    `(eq|ne)\\s+"[^"]*"\\s+${value}(?![\\w.-])`,
  ].some((pattern) => new RegExp(pattern).test(action));
}

/** A word of an action, or what stands in parentheses. */
type Node = string | readonly Node[];
type IsValue = (token: Node | undefined) => boolean;

/** Whether an action branches by a value, or asks for its opposite. */
function tests(action: readonly Node[], isValue: IsValue): boolean {
  const [first, second] = action;
  if (first === "if" || first === "with") return holds(action.slice(1), isValue);
  if (first === "else" && second === "if") return holds(action.slice(2), isValue);
  // `ternary yes no value`: only the last is asked
  if (first === "not" || (first === "ternary" && action.length === 4)) return holds(action.slice(-1), isValue);
  return action.some((node) => typeof node === "object" && tests(node, isValue));
}

/** Whether the truth of an expression hangs on the truth of the value. Of a pipe nothing is said. */
function holds(expression: readonly Node[], isValue: IsValue): boolean {
  const [first, ...others] = expression;
  if (first === undefined || expression.includes("|")) return false;
  if (others.length === 0) return typeof first === "object" ? holds(first, isValue) : isValue(first);
  if (first === "and" || first === "or" || first === "not") return others.some((node) => holds([node], isValue));
  // with text, a comparison with true or false fails
  if (first === "eq" || first === "ne")
    return others.some((node) => node === "true" || node === "false") && others.some((node) => holds([node], isValue));
  return false;
}

function parse(action: string): readonly Node[] {
  const stack: Node[][] = [[]];
  for (const [token] of action.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()|]|[^\s()|]+/g)) {
    if (token === "(") stack.push([]);
    else if (token === ")" && stack.length > 1) {
      const group = stack.pop() ?? [];
      stack.at(-1)?.push(group);
    } else stack.at(-1)?.push(token);
  }
  return stack[0] ?? [];
}

const actions = new WeakMap<Chart, readonly string[]>();

/** What stands between braces in the templates of a chart. */
function actionsOf(chart: Chart): readonly string[] {
  const known =
    actions.get(chart) ?? [...chart.templates.matchAll(/\{\{-?\s*([\s\S]*?)\s*-?\}\}/g)].map(([, a]) => a ?? "");
  actions.set(chart, known);
  return known;
}
