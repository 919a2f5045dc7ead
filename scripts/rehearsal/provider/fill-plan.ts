import type { AttributeSchema, BlockSchema } from "../schema/types";
import { isAttributes, isUnknown, UNKNOWN, type Attributes, type Value } from "../value";
import { canonical } from "./changes";
import { joinPath } from "./paths";

export type Defaults = Readonly<Record<string, Value>>;

/**
 * What a resource will be, as far as it is known: Terraform's proposal (config, and for computed attributes without
 * config what was there before) with the provider's defaults, and with unknown where only the API can tell.
 * @param prior null for a new resource
 */
export function fillPlan(
  schema: BlockSchema,
  defaults: Defaults,
  proposed: Attributes,
  prior: Attributes | null,
  path = "",
): Attributes {
  const filled: Record<string, Value> = {};
  for (const [name, attribute] of Object.entries(schema.attributes))
    filled[name] = fillAttribute(attribute, defaults, proposed[name] ?? null, prior, joinPath(path, name), name);
  for (const [name, { nesting, block }] of Object.entries(schema.blocks)) {
    const value = proposed[name] ?? null;
    const before = prior?.[name] ?? null;
    const at = joinPath(path, name);
    const fill = (each: Value, earlier: Value) =>
      isAttributes(each) ? fillPlan(block, defaults, each, isAttributes(earlier) ? earlier : null, at) : each;
    if (nesting === "single" || !Array.isArray(value)) filled[name] = fill(value, before);
    else {
      const elements = value as readonly Value[];
      const earlier = Array.isArray(before) ? (before as readonly Value[]) : [];
      filled[name] = elements.map((each, index) =>
        fill(each, nesting === "list" ? (earlier[index] ?? null) : counterpart(block, each, earlier)),
      );
    }
  }
  return filled;
}

function fillAttribute(
  attribute: AttributeSchema,
  defaults: Defaults,
  value: Value,
  prior: Attributes | null,
  path: string,
  name: string,
): Value {
  if (attribute.nested && isAttributes(value) && attribute.nested.nesting === "single") {
    const inner: BlockSchema = { attributes: attribute.nested.attributes, blocks: {} };
    const before = prior?.[name];
    return fillPlan(inner, defaults, value, isAttributes(before) ? before : null, path);
  }
  if (attribute.nested && Array.isArray(value)) {
    const inner: BlockSchema = { attributes: attribute.nested.attributes, blocks: {} };
    return (value as readonly Value[]).map((each) =>
      isAttributes(each) ? fillPlan(inner, defaults, each, null, path) : each,
    );
  }
  if (value !== null) return value;
  const fallback = defaults[path];
  if (fallback !== undefined) return fallback;
  // what the API left empty before, it will leave empty again
  return attribute.computed && prior === null ? UNKNOWN : null;
}

/** Element of a set that is this one, but for what is computed in it. */
function counterpart(block: BlockSchema, element: Value, earlier: readonly Value[]): Value {
  if (!isAttributes(element)) return null;
  return earlier.find((each) => isAttributes(each) && settled(block, each, element)) ?? null;
}

function settled(block: BlockSchema, one: Attributes, other: Attributes): boolean {
  const attributes = Object.entries(block.attributes).every(([name, { computed }]) => {
    const value = other[name] ?? null;
    return (computed && value === null) || canonical(one[name] ?? null) === canonical(value);
  });
  return (
    attributes &&
    Object.keys(block.blocks).every((name) => canonical(one[name] ?? null) === canonical(other[name] ?? null))
  );
}

/**
 * Puts what the API said in the places that were unknown. What was planned stays, whatever the API says: Terraform
 * refuses a provider that breaks its own plan. What nobody said is null.
 */
export function settle(planned: Value, actual: Value | undefined): Value {
  if (isUnknown(planned)) return actual === undefined || isUnknown(actual) ? null : actual;
  if (Array.isArray(planned)) {
    const values = Array.isArray(actual) ? (actual as readonly Value[]) : [];
    return (planned as readonly Value[]).map((each, index) => settle(each, values[index]));
  }
  if (!isAttributes(planned)) return planned;
  const values = isAttributes(actual) ? actual : {};
  return Object.fromEntries(Object.entries(planned).map(([name, each]) => [name, settle(each, values[name])]));
}

/** The same with null for what is unknown: what the tables of resource types get to see. */
export function withoutUnknowns(value: Attributes): Attributes {
  return settle(value, {}) as Attributes;
}
