import type { AttributeSchema, BlockSchema, ProviderSchema } from "../schema/types";
import { encodeSchema } from "./messages";

const NESTING = { single: 1, list: 2, set: 3, map: 4 } as const;

/** A provider's schemas as the protocol says them. */
export function schemaMessage({ configuration, resources, dataSources }: ProviderSchema) {
  return {
    provider: schema(configuration),
    resource_schemas: mapped(resources),
    data_source_schemas: mapped(dataSources),
    diagnostics: [],
    // Terraform then asks once in a run, and not before each of its walks
    server_capabilities: { plan_destroy: false, get_provider_schema_optional: true },
  };
}

function mapped(blocks: Readonly<Record<string, BlockSchema>>) {
  return Object.fromEntries(Object.entries(blocks).map(([type, block]) => [type, schema(block)]));
}

const encoded = new WeakMap<BlockSchema, Buffer>();

/** Every run of Terraform asks for all of them, and they never change. */
function schema(block: BlockSchema): Buffer {
  const bytes = encoded.get(block) ?? encodeSchema({ version: 0, block: blockMessage(block) });
  encoded.set(block, bytes);
  return bytes;
}

function blockMessage({ attributes, blocks }: BlockSchema): unknown {
  return {
    attributes: attributeMessages(attributes),
    block_types: Object.entries(blocks).map(([name, { nesting, minItems, maxItems, block }]) => ({
      type_name: name,
      block: blockMessage(block),
      nesting: NESTING[nesting],
      // Terraform refuses limits on blocks that cannot repeat, except "exactly one"
      min_items: nesting === "single" || nesting === "map" ? 0 : minItems,
      max_items: nesting === "single" || nesting === "map" ? 0 : maxItems,
    })),
  };
}

function attributeMessages(attributes: Readonly<Record<string, AttributeSchema>>): unknown[] {
  return Object.entries(attributes).map(
    ([name, { type, nested, required, optional, computed, sensitive, writeOnly }]) => ({
      name,
      ...(type !== undefined && { type: Buffer.from(JSON.stringify(type)) }),
      ...(nested && {
        nested_type: { attributes: attributeMessages(nested.attributes), nesting: NESTING[nested.nesting] },
      }),
      required,
      optional,
      computed,
      sensitive,
      write_only: writeOnly,
    }),
  );
}
