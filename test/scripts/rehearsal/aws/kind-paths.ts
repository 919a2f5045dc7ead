import type { ResourceKind } from "../../../../scripts/rehearsal/cloud/resource-kind";
import type { AttributeSchema, BlockSchema } from "../../../../scripts/rehearsal/schema/types";

/** Attributes and blocks of a schema. */
export function namesOf(block: BlockSchema): string[] {
  return [...Object.keys(block.attributes), ...Object.keys(block.blocks)];
}

/** Paths in a row that lead nowhere in the schema of its type. */
export function unknownPaths(kind: ResourceKind, schema: BlockSchema): string[] {
  const causes = Object.values(kind.recomputed ?? {}).flat();
  const paths = [
    ...kind.forcesNew,
    ...Object.keys(kind.defaults ?? {}),
    ...(kind.json ?? []),
    ...(kind.sensitive ?? []),
    ...Object.keys(kind.recomputed ?? {}),
    ...causes.filter((cause) => cause !== "*"),
    ...(kind.unique ?? []).flatMap(({ by }) => by),
    ...(kind.references ?? []).map(({ path }) => path),
  ];
  return paths.filter((path) => !isThere(schema, path.split(".")));
}

function isThere({ attributes, blocks }: BlockSchema, [name = "", ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return name in attributes || name in blocks;
  if (name in blocks) return isThere(blocks[name]!.block, rest);
  const nested: AttributeSchema["nested"] = attributes[name]?.nested;
  return nested !== undefined && isThere({ attributes: nested.attributes, blocks: {} }, rest);
}
