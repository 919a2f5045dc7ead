import { join } from "node:path";
import { providerOf } from "../../rehearsal/schema/binding-packages";
import { loadSchema } from "../../rehearsal/schema/load-schema";
import type { AttributeSchema, BlockSchema, CtyType, NestedBlock } from "../../rehearsal/schema/types";

/** A place in the schema of a resource type. Plans do not tell sets from lists, nor results from arguments. */
export interface TypeNode {
  /** The order of its elements means nothing. */
  readonly isSet: boolean;
  /** The provider gives its value, and nobody else can. */
  readonly isComputed: boolean;
  /** The provider gives its value where config has none. */
  readonly canBeComputed: boolean;
  /** What is known of a value inside: an attribute, or an element. */
  readonly inside: (step: string | number) => TypeNode | null;
}

const ROOT = join(__dirname, "..", "..", "..");

const known = new Map<string, TypeNode | null>();

/** Schema of a resource type as the installed bindings have it; null where they have none. */
export function resourceType(type: string, root: string = ROOT): TypeNode | null {
  const name = `${root} ${type}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const block = load(type, root);
  const node = block && blockNode(block);
  known.set(name, node);
  return node;
}

function load(type: string, root: string): BlockSchema | null {
  try {
    return loadSchema({ root, provider: providerOf(type), resources: [type], dataSources: [] }).resources[type] ?? null;
  } catch {
    // a provider without bindings here: its lists keep their order, and what becomes unknown is told
    return null;
  }
}

/** Whether a provider gives values; told of an attribute, and of all that is in it. */
type Computed = Pick<TypeNode, "isComputed" | "canBeComputed">;

const NOT_COMPUTED: Computed = { isComputed: false, canBeComputed: false };

function blockNode({ attributes, blocks }: BlockSchema): TypeNode {
  return {
    isSet: false,
    ...NOT_COMPUTED,
    inside: (step) => {
      const attribute = attributes[step];
      if (attribute) return attributeNode(attribute);
      const block = blocks[step];
      return block ? nestedBlockNode(block) : null;
    },
  };
}

function nestedBlockNode({ nesting, block }: NestedBlock): TypeNode {
  const element = blockNode(block);
  return nesting === "single" ? element : { isSet: nesting === "set", ...NOT_COMPUTED, inside: () => element };
}

function attributeNode({ type, nested, computed, optional, required }: AttributeSchema): TypeNode {
  const flags: Computed = { isComputed: computed && !optional && !required, canBeComputed: computed };
  if (type) return typeNode(type, flags);
  if (!nested) return { isSet: false, ...flags, inside: () => null };
  const element = blockNode({ attributes: nested.attributes, blocks: {} });
  return nested.nesting === "single"
    ? { ...element, ...flags }
    : { isSet: nested.nesting === "set", ...flags, inside: () => element };
}

function typeNode(type: CtyType, flags: Computed): TypeNode {
  if (typeof type === "string") return { isSet: false, ...flags, inside: () => null };
  const [kind, of] = type;
  if (kind !== "object") return { isSet: kind === "set", ...flags, inside: () => typeNode(of, flags) };
  return {
    isSet: false,
    ...flags,
    inside: (step) => {
      const inner = of[step];
      return inner === undefined ? null : typeNode(inner, flags);
    },
  };
}
