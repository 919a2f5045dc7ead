import schema from "../../../config/environment.schema.json";
import type { ConfigPath } from "../../../config/kernel/issues";
import type { UpdateWhen } from "../../../config/kernel/key";
import { isPlain } from "../../../config/kernel/plain";
import { ANY_ENTRY } from "./key-path";

/** The part of the environment's JSON Schema that commands read; see `config/kernel/key.ts` for the `x-` keywords. */
export interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode | boolean;
  /** What free names may be. */
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly "x-unit"?: string;
  readonly "x-default"?: string;
  readonly "x-update"?: string;
  readonly "x-update-note"?: string;
  readonly "x-update-when"?: readonly UpdateWhen[];
  readonly "x-source"?: string;
}

/** Schema of a whole environment. */
export const ENVIRONMENT_SCHEMA = schema as unknown as SchemaNode;

/**
 * Schemas along a path: for each step all that it may be, since a choice has several kinds.
 * @param value environment that tells which kinds are chosen. @default - every kind
 */
export function schemasAlong(path: ConfigPath, value?: unknown): (readonly SchemaNode[])[] {
  let nodes: readonly SchemaNode[] = [ENVIRONMENT_SCHEMA];
  let inner = value;
  return path.map((step, at) => {
    nodes = childrenOf(nodes, inner, path.slice(at));
    inner = isPlain(inner) || Array.isArray(inner) ? (inner as Record<string | number, unknown>)[step] : undefined;
    return nodes;
  });
}

/** An environment before and after a change. */
export interface Changed {
  readonly before: unknown;
  readonly after: unknown;
}

/** The gravest last: of kinds that nothing tells apart, its policy counts. */
const GRAVITY = ["none", "in-place", "rolling", "drains", "replaces", "forbidden"];

/**
 * What the innermost key on the way says of being changed.
 * @param changed tells which kinds are chosen, and how the value changes. @default - the gravest of all kinds
 */
export function policyOf(path: ConfigPath, changed?: Changed): { policy: string | null; note?: string } {
  const along = schemasAlong(path, changed && (changed.before ?? changed.after));
  const at = along.findLastIndex((nodes) => nodes.some((node) => node["x-update"] !== undefined));
  const updates = (along[at] ?? []).flatMap((node) => {
    const policy = node["x-update"];
    if (policy === undefined) return [];
    const other = changed && node["x-update-when"]?.find((when) => holds(when, path.slice(0, at + 1), changed));
    return other ? [{ policy: other.update, note: other.note }] : [{ policy, note: node["x-update-note"] }];
  });
  const gravity = ({ policy }: { policy: string }) => GRAVITY.indexOf(policy);
  const [gravest] = [...updates].sort((one, other) => gravity(other) - gravity(one));
  return gravest
    ? { policy: gravest.policy, ...(gravest.note !== undefined && { note: gravest.note }) }
    : { policy: null };
}

/** Whether another policy is that of a change. */
export function holds(when: UpdateWhen, path: ConfigPath, { before, after }: Changed): boolean {
  if ("key" in when) return valueAlong(before, [...path.slice(0, -1), when.key]) === when.is;
  const [from, to] = [valueAlong(before, path), valueAlong(after, path)];
  if (when.change === "shrinks") return typeof from === "number" && typeof to === "number" && to < from;
  if (!Array.isArray(from) || !Array.isArray(to) || to.length <= from.length) return false;
  return JSON.stringify(to.slice(0, from.length)) === JSON.stringify(from);
}

function valueAlong(value: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      isPlain(inner) || Array.isArray(inner) ? (inner as Readonly<Record<string | number, unknown>>)[step] : undefined,
    value,
  );
}

/**
 * A schema and every kind of it, but those that a value is not.
 * @param except path of the key that is asked for: where it names the kind, it is told with every kind there is. @default - none
 */
export function kindsOf(node: SchemaNode, value?: unknown, except: ConfigPath = []): SchemaNode[] {
  return [
    node,
    ...[...(node.oneOf ?? []), ...(node.anyOf ?? [])]
      .filter((kind) => mayBe(kind, value, except))
      .flatMap((kind) => kindsOf(kind, value, except)),
  ];
}

const childrenOf = (nodes: readonly SchemaNode[], value: unknown, path: ConfigPath): SchemaNode[] =>
  nodes.flatMap((node) => kindsOf(node, value, path)).flatMap((node) => child(node, path[0]!));

function child({ properties, additionalProperties, items }: SchemaNode, step: string | number): SchemaNode[] {
  if (typeof step === "number" || step === ANY_ENTRY) return items ? [items] : [];
  const own = properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (own) return [own];
  return typeof additionalProperties === "object" ? [additionalProperties] : [];
}

function mayBe({ properties = {} }: SchemaNode, value: unknown, [step, ...rest]: ConfigPath): boolean {
  if (!isPlain(value)) return true;
  return Object.entries(properties).every(([name, node]) => {
    if (value[name] === undefined) return true;
    const isAsked = name === step;
    if (node.const !== undefined) return (isAsked && rest.length === 0) || value[name] === node.const;
    // sites are told apart by a key one level below: cluster.kind
    return mayBe(node, value[name], isAsked ? rest : []);
  });
}
