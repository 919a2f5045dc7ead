/** A part of JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** A type that stands in several places, written once. */
export interface NamedType {
  readonly name: string;
  readonly body: Schema;
}

/** Characters of JSON from which on a type has a name: shorter ones are read where they are. */
const LEAST = 1000;

/** Words of a key, and not of its type. */
const OF_KEY = /^(?:description|default|examples|x-.*)$/;

/**
 * Schemas with the types that stand in several places taken out, each in its place named by the generator's own `tsType`. A type
 * has the name of the key that it is first found at, after its kind where it has one, and with that of the key above it where
 * another one has it.
 */
export function namedTypes(schemas: readonly Schema[]): { readonly bodies: Schema[]; readonly types: NamedType[] } {
  const repeated = repeatedTexts(schemas);
  const types = new Map<string, NamedType>();
  const named = (schema: Schema, keys: readonly string[], text: string): NamedType => {
    const known = types.get(text);
    if (known) return known;
    const taken = [...types.values()].map(({ name }) => name);
    const kind = kindOf(schema);
    const names = [1, 2, 3].map((count) => kind + keys.slice(-count).map(capital).join(""));
    const name = names.find((one) => !taken.includes(one));
    if (name === undefined) throw new Error(`no name is left for the type of ${keys.join(".")}`);
    // its place is taken before its parts are looked at: they have longer names
    types.set(text, { name, body: {} });
    const found = { name, body: inner(schema, keys) };
    types.set(text, found);
    return found;
  };
  const inner = (schema: Schema, keys: readonly string[]): Schema =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, taken(value, keys, key)]));
  function taken(value: unknown, keys: readonly string[], at: string): unknown {
    if (Array.isArray(value)) return value.map((one) => taken(one, keys, at));
    if (!isSchema(value)) return value;
    if (at === "properties")
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, taken(one, [...keys, key], key)]));
    const text = textOf(value);
    if (!repeated.has(text)) return inner(value, keys);
    const { description } = value;
    return { ...(description !== undefined && { description }), tsType: named(value, keys, text).name };
  }
  return { bodies: schemas.map((schema) => inner(schema, [])), types: [...types.values()] };
}

/** Types that are found more than once; the parts of one count once, however often it is found itself. */
function repeatedTexts(schemas: readonly Schema[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isSchema(value)) return;
    const text = textOf(value);
    if (text.length >= LEAST && ("properties" in value || "anyOf" in value || "oneOf" in value)) {
      if (seen.has(text)) return void repeated.add(text);
      seen.add(text);
    }
    Object.values(value).forEach(look);
  };
  // the whole of a schema is a type of its own already
  for (const schema of schemas) Object.values(schema).forEach(look);
  return repeated;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

const textOf = (schema: Schema): string => JSON.stringify(Object.entries(schema).filter(([key]) => !OF_KEY.test(key)));

/** `Nfs` of the member of a union whose kind is `nfs`; empty: it is none. */
function kindOf({ properties }: Schema): string {
  const { kind } = (properties ?? {}) as Readonly<Record<string, Schema | undefined>>;
  return typeof kind?.["const"] === "string" ? kind["const"].split("-").map(capital).join("") : "";
}

/** `nodeGroups` → `NodeGroups` */
export const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
