import schema from "../../config/schema/environment.schema.json";
import type { ConfigChange } from "./model";

/** The part of a JSON Schema that is walked. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly "x-update"?: string;
  readonly "x-update-note"?: string;
}

/** Keys of an environment that have another value, each with what its schema says about changing it. */
export function configChanges(before: unknown, after: unknown): ConfigChange[] {
  return differences(before, after, []).map(({ path, from, to }) => {
    const { policy, note } = policyOf(path);
    return {
      path: path.join("."),
      before: from === undefined ? null : JSON.stringify(from),
      after: to === undefined ? null : JSON.stringify(to),
      policy,
      ...(note !== undefined && { note }),
    };
  });
}

interface Difference {
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
}

/** Objects are compared by key; lists are one value, as the rule of `extends` has it. */
function differences(from: unknown, to: unknown, path: readonly string[]): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (!isObject(from) || !isObject(to)) return [{ path, from, to }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) => differences(from[name], to[name], [...path, name]));
}

/** The policy of the innermost key on the way that has one. */
function policyOf(path: readonly string[]): { policy: string | null; note?: string } {
  let nodes: readonly SchemaNode[] = [schema as unknown as SchemaNode];
  let found: { policy: string | null; note?: string } = { policy: null };
  for (const name of path) {
    nodes = nodes.flatMap(alternatives).flatMap((node) => child(node, name));
    const told = nodes.find((node) => node["x-update"] !== undefined);
    if (told) found = { policy: told["x-update"] ?? null, note: told["x-update-note"] };
  }
  return found;
}

function alternatives(node: SchemaNode): SchemaNode[] {
  return [node, ...[...(node.oneOf ?? []), ...(node.anyOf ?? [])].flatMap(alternatives)];
}

function child({ properties, additionalProperties }: SchemaNode, name: string): SchemaNode[] {
  const own = properties?.[name];
  if (own) return [own];
  return typeof additionalProperties === "object" ? [additionalProperties] : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
