import type { AttributeSchema, BlockSchema, CtyType, Nesting } from "./types";

const known = new WeakMap<BlockSchema, CtyType>();

/** Type of a whole resource: an object of its attributes and blocks. */
export function blockType(block: BlockSchema): CtyType {
  const earlier = known.get(block);
  if (earlier) return earlier;
  const type: CtyType = [
    "object",
    {
      ...Object.fromEntries(Object.entries(block.attributes).map(([name, schema]) => [name, attributeType(schema)])),
      ...Object.fromEntries(
        Object.entries(block.blocks).map(([name, nested]) => [name, nest(nested.nesting, blockType(nested.block))]),
      ),
    },
  ];
  known.set(block, type);
  return type;
}

/** Type of an attribute, that of nested ones included. */
export function attributeType({ type, nested }: AttributeSchema): CtyType {
  if (type !== undefined) return type;
  if (!nested) throw new Error("an attribute has neither a type nor attributes of its own");
  const attributes = Object.entries(nested.attributes).map(([name, schema]) => [name, attributeType(schema)]);
  return nest(nested.nesting, ["object", Object.fromEntries(attributes) as Record<string, CtyType>]);
}

function nest(nesting: Nesting, inner: CtyType): CtyType {
  return nesting === "single" ? inner : [nesting, inner];
}
