import { orList } from "../../../config/kernel/nearest";
import { kindsOf, type SchemaNode } from "../../lib/environments/schema-path";

/** What a key may be. */
export interface Allowed {
  /** In words; null where anything may stand. */
  readonly text: string | null;
  /** All values, where they can be counted; null where they cannot. */
  readonly values: readonly unknown[] | null;
}

/** Longer lists of values are cut in words; `values` has all of them. */
const SHOWN = 12;

/** What the schemas of a key allow, all of them together. */
export function allowedOf(nodes: readonly SchemaNode[]): Allowed {
  const kinds = nodes.flatMap((node) => kindsOf(node));
  const found = [...new Set(kinds.flatMap(valuesOf))];
  const values = found.every((value) => typeof value === "number") ? found.sort((a, b) => a - b) : found;
  const texts = [...new Set(kinds.flatMap(textOf))];
  const listed = values.length > 0 ? [listOf(values)] : [];
  const all = [...listed, ...texts];
  return {
    text: all.length > 0 ? all.join("; or ") : null,
    values: values.length > 0 && !texts.length ? values : null,
  };
}

function valuesOf(node: SchemaNode): readonly unknown[] {
  if (node.const !== undefined) return [node.const];
  if (node.enum) return node.enum;
  return node.type === "boolean" ? [true, false] : [];
}

function listOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  if (words.length <= SHOWN) return orList(words);
  return `one of ${words.length}, such as ${words.slice(0, 4).join(", ")} (--json lists them all)`;
}

function textOf(node: SchemaNode): string[] {
  if (node.const !== undefined || node.enum) return [];
  switch (node.type) {
    case "integer":
      return [`a whole number${range(node)}`];
    case "number":
      return [`a number${range(node)}`];
    case "string":
      return [`a text${lengthOf(node)}${node.pattern === undefined ? "" : ` that matches ${node.pattern}`}`];
    case "array":
      return [`a list${itemCount(node)}${ofItems(node)}`];
    case "object":
      return [objectText(node)];
    default:
      return [];
  }
}

/** Zod writes the largest exact integer where there is no limit. */
const limit = (value: number | undefined) =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;

function range({ minimum, exclusiveMinimum, maximum }: SchemaNode): string {
  const [low, high] = [limit(minimum), limit(maximum)];
  const above = limit(exclusiveMinimum);
  if (above !== undefined) return ` above ${above}${high === undefined ? "" : `, up to ${high}`}`;
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return `, ${low} or more`;
  return high === undefined ? "" : `, ${high} or less`;
}

function lengthOf({ minLength, maxLength }: SchemaNode): string {
  if (maxLength !== undefined) return ` of ${minLength === undefined ? "up" : minLength} to ${maxLength} characters`;
  return minLength === undefined ? "" : ` of ${minLength} or more characters`;
}

function itemCount({ minItems, maxItems }: SchemaNode): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${minItems} to ${maxItems}`;
  if (minItems !== undefined) return ` of ${minItems} or more`;
  return maxItems === undefined ? "" : ` of up to ${maxItems}`;
}

function ofItems({ items }: SchemaNode): string {
  const inner = items && allowedOf([items]).text;
  return inner ? `, each ${inner}` : "";
}

function objectText({ properties, additionalProperties, required = [] }: SchemaNode): string {
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return typeof additionalProperties === "object" ? "keys of your own choosing" : "any keys";
  return `the keys ${names.map((name) => keyName(name, properties?.[name], required.includes(name))).join(", ")}`;
}

/** `kind: "detect"` where a key tells kinds apart, else its name. */
function keyName(name: string, node: SchemaNode | undefined, needed: boolean): string {
  if (node?.const !== undefined) return `${name}: ${JSON.stringify(node.const)}`;
  return needed ? `${name} (needed)` : name;
}
