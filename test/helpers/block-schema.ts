import type { AttributeSchema, BlockSchema, CtyType, NestedBlock } from "../../scripts/rehearsal/schema/types";

/** `R`equired, `O`ptional, `C`omputed: `attribute("string", "OC")`. */
export function attribute(type: CtyType, flags: string): AttributeSchema {
  return { type, ...flagsOf(flags) };
}

/** An attribute with attributes of its own. */
export function nested(attributes: Readonly<Record<string, AttributeSchema>>, flags: string): AttributeSchema {
  return { nested: { nesting: "single", attributes }, ...flagsOf(flags) };
}

export function block(
  attributes: Readonly<Record<string, AttributeSchema>>,
  blocks: Readonly<Record<string, NestedBlock>> = {},
): BlockSchema {
  return { attributes, blocks };
}

export function list(inner: BlockSchema): NestedBlock {
  return { nesting: "list", minItems: 0, maxItems: 0, block: inner };
}

export function set(inner: BlockSchema): NestedBlock {
  return { nesting: "set", minItems: 0, maxItems: 0, block: inner };
}

export function single(inner: BlockSchema): NestedBlock {
  return { nesting: "single", minItems: 0, maxItems: 0, block: inner };
}

function flagsOf(flags: string) {
  return {
    required: flags.includes("R"),
    optional: flags.includes("O"),
    computed: flags.includes("C"),
    sensitive: flags.includes("S"),
    writeOnly: false,
  };
}
