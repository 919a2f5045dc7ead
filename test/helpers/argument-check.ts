import { loadSchema } from "../../scripts/rehearsal/schema/load-schema";
import { providerOf } from "../../scripts/rehearsal/schema/binding-packages";
import type { AttributeSchema, BlockSchema, CtyType } from "../../scripts/rehearsal/schema/types";
import type { Json } from "./synth";

/** Arguments that Terraform has itself for every resource. */
const OWN = ["count", "depends_on", "for_each", "lifecycle", "provider", "provisioner", "connection"];

const known = new Map<string, BlockSchema | undefined>();

function schemaOf(kind: "resource" | "data", type: string): BlockSchema | undefined {
  const key = `${kind} ${type}`;
  if (!known.has(key)) {
    const asked = { root: process.cwd(), provider: providerOf(type) };
    const one = kind === "resource" ? { resources: [type], dataSources: [] } : { resources: [], dataSources: [type] };
    const { resources, dataSources } = loadSchema({ ...asked, ...one });
    known.set(key, (kind === "resource" ? resources : dataSources)[type]);
  }
  return known.get(key);
}

/** What the pinned providers would say against the arguments of a synthesized stack, by address; without Terraform. */
export function wrongArguments(stack: Json): string[] {
  return (["resource", "data"] as const).flatMap((kind) =>
    Object.entries<Json>(stack[kind] ?? {}).flatMap(([type, objects]) => {
      if (type.startsWith("terraform_")) return [];
      const schema = schemaOf(kind, type);
      if (!schema) return [`${kind} ${type}: the provider has no such type`];
      return Object.entries<Json>(objects).flatMap(([name, given]) => {
        const own = Object.fromEntries(
          Object.entries<Json>(given).filter(([key]) => key !== "//" && !OWN.includes(key)),
        );
        return [...wrongInBlock(schema, own)].map((text) => `${type}.${name}.${text}`);
      });
    }),
  );
}

function* wrongInBlock({ attributes, blocks }: BlockSchema, given: Json): Iterable<string> {
  for (const [key, value] of Object.entries<Json>(given)) {
    const attribute = attributes[key];
    const block = blocks[key];
    if (attribute) yield* wrongValue(attribute, value, key);
    else if (block) {
      if (typeof value === "string") continue;
      const items: Json[] = Array.isArray(value) ? value : [value];
      if (block.maxItems > 0 && items.length > block.maxItems)
        yield `${key}: ${items.length} blocks, ${block.maxItems} at most`;
      for (const item of items) for (const text of wrongInBlock(block.block, item)) yield `${key}.${text}`;
    } else if (!(key === "dynamic")) yield `${key}: no such argument`;
  }
  for (const [key, { required }] of Object.entries(attributes))
    if (required && (given[key] === undefined || given[key] === null)) yield `${key}: is required`;
  for (const [key, { minItems }] of Object.entries(blocks)) {
    const value = given[key];
    const count = Array.isArray(value) ? value.length : value === undefined || value === null ? 0 : 1;
    if (count < minItems) yield `${key}: ${count} blocks, ${minItems} at least`;
  }
}

function* wrongValue(
  { type, computed, optional, required }: AttributeSchema,
  value: Json,
  key: string,
): Iterable<string> {
  if (computed && !optional && !required) yield `${key}: is computed, and cannot be given`;
  if (type && !fits(type, value)) yield `${key}: ${JSON.stringify(value).slice(0, 80)} is no ${JSON.stringify(type)}`;
}

/** Expressions may be anything; Terraform turns numbers, truth values and their texts into one another. */
function fits(type: CtyType, value: Json): boolean {
  if (value === null || type === "dynamic") return true;
  if (typeof value === "string" && value.includes("${")) return true;
  if (type === "string") return ["string", "number", "boolean"].includes(typeof value);
  if (type === "number")
    return typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));
  if (type === "bool") return typeof value === "boolean" || value === "true" || value === "false";
  const [collection, of] = type;
  if (collection === "object") {
    const fields = of as Readonly<Record<string, CtyType>>;
    return (
      typeof value === "object" &&
      !Array.isArray(value) &&
      Object.entries<Json>(value).every(([name, one]) => fields[name] !== undefined && fits(fields[name], one))
    );
  }
  const inner = of as CtyType;
  if (collection === "map")
    return (
      typeof value === "object" && !Array.isArray(value) && Object.values<Json>(value).every((one) => fits(inner, one))
    );
  return Array.isArray(value) && value.every((one: Json) => fits(inner, one));
}
