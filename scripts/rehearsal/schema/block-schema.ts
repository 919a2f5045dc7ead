import type { Binding, Field } from "./binding-text";
import type { Shape } from "./shape";
import type { AttributeSchema, BlockSchema, CtyType, NestedBlock, Nesting } from "./types";

/** Something of a type that its binding does not tell. */
export interface Gap {
  /** `rule.statement` */
  readonly path: string;
  readonly lost: string;
}

export interface BlockWithGaps {
  readonly block: BlockSchema;
  readonly gaps: readonly Gap[];
}

/** Where in a type we are. */
interface Place {
  readonly path: string;
  /** Inside a set block, where Terraform forbids `dynamic`. */
  readonly inSet: boolean;
  readonly isWriteOnly: boolean;
  /** Structs around this place. */
  readonly around: readonly string[];
}

export interface SchemaTraits {
  /** Whether the provider speaks protocol 6, where attributes can have attributes. In protocol 5 those are objects. */
  readonly nestsAttributes: boolean;
  /** Whether arguments can be write-only, which is for resources alone. */
  readonly hasWriteOnly: boolean;
}

interface Reading extends SchemaTraits {
  readonly structs: Binding["structs"];
  readonly gaps: Gap[];
}

/**
 * Schema that a binding was generated from. What no binding tells is the same for all: which values are sensitive
 * (none here), limits on the number of blocks other than "one at least" and "one at most", and attributes with a name
 * that differs from another's in underscores only (the generator drops all but one).
 */
export function blockSchema({ fields, structs }: Binding, traits: SchemaTraits): BlockWithGaps {
  const reading: Reading = { ...traits, structs, gaps: [] };
  const block = blockOf(reading, fields, { path: "", inSet: false, isWriteOnly: false, around: [] });
  return { block, gaps: reading.gaps };
}

function blockOf(reading: Reading, fields: readonly Field[], place: Place): BlockSchema {
  const attributes: Record<string, AttributeSchema> = {};
  const blocks: Record<string, NestedBlock> = {};
  for (const field of fields) {
    const at = within(place, field);
    if (field.isBlock) {
      const block = nestedBlock(reading, field, at);
      if (block) blocks[field.name] = block;
    } else if (field.shape.is === "anything" && at.inSet) {
      reading.gaps.push({ path: at.path, lost: "everything: left out, since a set cannot hold a value of any type" });
    } else {
      attributes[field.name] = attributeOf(reading, field, at);
    }
  }
  return { attributes, blocks };
}

function within(place: Place, { name }: Field): Place {
  // no binding says which arguments are write-only; all providers name them like this
  return {
    ...place,
    path: place.path ? `${place.path}.${name}` : name,
    isWriteOnly: place.isWriteOnly || name.endsWith("_wo"),
  };
}

function nestedBlock(reading: Reading, field: Field, place: Place): NestedBlock | undefined {
  const { required, isOnlyOne, shape } = field;
  const object = objectIn(shape);
  if (!object) throw new Error(`${place.path}: a block without a struct`);
  const block = contentOf(reading, object, place);
  // of a single block "required" tells that its arguments are, not that it is
  const minItems = required && object.nesting !== "single" ? 1 : 0;
  return block && { nesting: object.nesting, minItems, maxItems: isOnlyOne ? 1 : 0, block };
}

function attributeOf(reading: Reading, field: Field, place: Place): AttributeSchema {
  const { required, optional, computed, shape } = field;
  if (!required && !optional && !computed) throw new Error(`${place.path}: neither an argument nor a result`);
  const writeOnly = reading.hasWriteOnly && place.isWriteOnly && !computed;
  const flags = { required, optional, computed, sensitive: false, writeOnly };
  const object = reading.nestsAttributes && objectIn(shape);
  if (!object) return { type: typeOf(reading, shape, place), ...flags };
  const attributes = contentOf(reading, object, place)?.attributes ?? {};
  return { nested: { nesting: object.nesting, attributes }, ...flags };
}

/** Struct of a block or of an attribute with attributes, and how it repeats. */
interface ObjectShape {
  readonly nesting: Nesting;
  readonly struct: string;
}

function objectIn(shape: Shape): ObjectShape | undefined {
  const [nesting, element] = "of" in shape ? ([shape.is, shape.of] as const) : (["single", shape] as const);
  return element.is === "struct" ? { nesting, struct: element.name } : undefined;
}

function contentOf(reading: Reading, { nesting, struct }: ObjectShape, place: Place): BlockSchema | undefined {
  const fields = structOf(reading, struct, place);
  const inside = { ...place, inSet: place.inSet || nesting === "set", around: [...place.around, struct] };
  return fields && blockOf(reading, fields, inside);
}

function typeOf(reading: Reading, shape: Shape, place: Place): CtyType {
  if (shape.is === "anything") {
    reading.gaps.push({ path: place.path, lost: "its type: any value is taken" });
    return "dynamic";
  }
  if (shape.is === "struct") {
    const fields = structOf(reading, shape.name, place) ?? [];
    const inside = { ...place, around: [...place.around, shape.name] };
    const types = fields.map((field) => [field.name, typeOf(reading, field.shape, within(inside, field))] as const);
    return ["object", Object.fromEntries(types)];
  }
  if (!("of" in shape)) return shape.is;
  if (shape.of.is === "list" || shape.of.is === "set")
    reading.gaps.push({ path: place.path, lost: `whether its elements are lists or sets: taken for ${shape.of.is}s` });
  return [shape.is, typeOf(reading, shape.of, place)];
}

/** Undefined where a struct stands inside of itself: how deep that goes in the provider is not told. */
function structOf(reading: Reading, name: string, { path, around }: Place): readonly Field[] | undefined {
  if (around.includes(name)) {
    reading.gaps.push({ path, lost: "how often it can be nested: left out here" });
    return undefined;
  }
  const fields = reading.structs.get(name);
  if (!fields) throw new Error(`${path}: there is no struct ${name}`);
  return fields;
}
