import type { AttributeSchema, BlockSchema, CtyType } from "../schema/types";
import { isAttributes, isUnknown, type Attributes, type Value } from "../value";
import { joinPath } from "./paths";

/** One value that differs between two versions of a resource. */
export interface Change {
  /** Path without indexes, as the tables of resource types write it: `scaling_config.desired_size`. */
  readonly path: string;
  /** The same with the indexes of lists and the keys of maps; it ends where a set begins, which has none. */
  readonly steps: readonly (string | number)[];
}

/** All that differs between two versions of one resource; the order of sets means nothing. */
export function changesOf(schema: BlockSchema, before: Attributes, after: Attributes): Change[] {
  const changes: Change[] = [];
  compareBlock(schema, before, after, [], "", changes);
  return changes;
}

type Steps = readonly (string | number)[];

function compareBlock(
  schema: BlockSchema,
  before: Attributes | null,
  after: Attributes | null,
  steps: Steps,
  path: string,
  found: Change[],
): void {
  for (const [name, attribute] of Object.entries(schema.attributes))
    compareAttribute(
      attribute,
      before?.[name] ?? null,
      after?.[name] ?? null,
      [...steps, name],
      joinPath(path, name),
      found,
    );
  for (const [name, { nesting, block }] of Object.entries(schema.blocks)) {
    const pair = [before?.[name] ?? null, after?.[name] ?? null] as const;
    const at = [...steps, name];
    if (nesting === "single")
      compareBlock(block, attributes(pair[0]), attributes(pair[1]), at, joinPath(path, name), found);
    else if (nesting === "list") compareList(block, list(pair[0]), list(pair[1]), at, joinPath(path, name), found);
    else compareSet(block, list(pair[0]), list(pair[1]), at, joinPath(path, name), found);
  }
}

function compareList(
  block: BlockSchema,
  before: readonly Value[],
  after: readonly Value[],
  steps: Steps,
  path: string,
  found: Change[],
): void {
  const common = Math.min(before.length, after.length);
  for (let index = 0; index < common; index += 1)
    compareBlock(
      block,
      attributes(before[index] ?? null),
      attributes(after[index] ?? null),
      [...steps, index],
      path,
      found,
    );
  if (before.length === after.length) return;
  // an element that one side lacks has no place that both sides know: the list is what differs
  const inner: Change[] = [];
  for (let index = common; index < Math.max(before.length, after.length); index += 1)
    compareBlock(block, attributes(before[index] ?? null), attributes(after[index] ?? null), steps, path, inner);
  found.push(...distinctPaths(path, inner).map((each) => ({ path: each, steps })));
}

/** Elements of a set that only one side has; which of their attributes differ is told by comparing what is left over. */
function compareSet(
  block: BlockSchema,
  before: readonly Value[],
  after: readonly Value[],
  steps: Steps,
  path: string,
  found: Change[],
): void {
  const gone = leftOver(before, after);
  const come = leftOver(after, before);
  if (gone.length === 0 && come.length === 0) return;
  const inner: Change[] = [];
  compareList(block, gone, come, steps, path, inner);
  found.push(...distinctPaths(path, inner).map((each) => ({ path: each, steps })));
}

function distinctPaths(path: string, inner: readonly Change[]): string[] {
  return [...new Set([path, ...inner.map((change) => change.path)])];
}

function leftOver(some: readonly Value[], others: readonly Value[]): Value[] {
  const texts = others.map(canonical);
  return some.filter((value) => {
    const index = texts.indexOf(canonical(value));
    if (index === -1) return true;
    texts.splice(index, 1);
    return false;
  });
}

function compareAttribute(
  schema: AttributeSchema,
  before: Value,
  after: Value,
  steps: Steps,
  path: string,
  found: Change[],
): void {
  if (schema.nested?.nesting === "single" && isAttributes(before) && isAttributes(after)) {
    for (const [name, inner] of Object.entries(schema.nested.attributes))
      compareAttribute(inner, before[name] ?? null, after[name] ?? null, [...steps, name], joinPath(path, name), found);
    return;
  }
  if (!sameValue(before, after, schema.type)) found.push({ path, steps });
}

/** Whether two values are one; unknown is never the same as anything. */
export function sameValue(one: Value, other: Value, type?: CtyType): boolean {
  if (isUnknown(one) || isUnknown(other)) return false;
  if (Array.isArray(type) && type[0] === "set" && Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && leftOver(one as Value[], other as Value[]).length === 0;
  return canonical(one) === canonical(other);
}

/** Text that is the same for the same value, whatever the order of its names. Sets inside keep their order. */
export function canonical(value: Value): string {
  if (isUnknown(value)) return "?";
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each as Value)).join(",")}]`;
  if (!isAttributes(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(",")}}`;
}

function attributes(value: Value): Attributes | null {
  return isAttributes(value) ? value : null;
}

function list(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as Value[]) : [];
}
