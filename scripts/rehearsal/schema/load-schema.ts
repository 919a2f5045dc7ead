import { bindingFolder, bindingPackage, type BindingKind, type BindingPackage } from "./binding-packages";
import { readBinding } from "./binding-text";
import { blockSchema, type BlockWithGaps } from "./block-schema";
import { embeddedSource } from "./embedded-source";
import { schemaCache } from "./schema-cache";
import type { BlockSchema, ProviderSchema } from "./types";

/**
 * Providers, by major version, that speak protocol 5. That has no attributes inside of attributes: an object is a value
 * of one type.
 * @see https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/main.go
 * @see https://github.com/hashicorp/terraform-provider-kubernetes/blob/v2.38.0/main.go
 */
const PROTOCOL_5 = ["aws 6", "kubernetes 2"];

export interface SchemaRequest {
  /** Folder whose `node_modules/@cdktf` has the bindings. */
  readonly root: string;
  /** `aws` */
  readonly provider: string;
  /** Resource types, as in `aws_vpc`. Types that the bindings do not have are left out. */
  readonly resources: readonly string[];
  readonly dataSources: readonly string[];
}

/** Schemas of a provider's configuration and of some of its types, out of the installed bindings. */
export function loadSchema({ root, provider, resources, dataSources }: SchemaRequest): ProviderSchema {
  const bindings = bindingPackage(root, provider);
  const cache = schemaCache(root, bindings);
  const load = (kind: BindingKind, type: string): BlockSchema => {
    const known = cache.get(`${kind}-${type}`);
    if (known) return known;
    const { block } = readType(bindings, kind, type);
    cache.put(`${kind}-${type}`, block);
    return block;
  };
  const loadAll = (kind: BindingKind, types: readonly string[]) =>
    Object.fromEntries(
      types.filter((type) => bindingFolder(bindings, kind, type)).map((type) => [type, load(kind, type)]),
    );
  return {
    provider,
    version: bindings.version,
    configuration: load("provider", provider),
    resources: loadAll("resource", resources),
    dataSources: loadAll("data", dataSources),
  };
}

/** Reads the binding of one type that is there, and lists what it does not tell. */
export function readType(bindings: BindingPackage, kind: BindingKind, type: string): BlockWithGaps {
  const folder = bindingFolder(bindings, kind, type);
  if (!folder) throw new Error(`There is no binding of ${type} in ${bindings.lib}`);
  const binding = readBinding(embeddedSource(folder));
  if (binding.type !== type) throw new Error(`${folder} is the binding of ${binding.type}, not of ${type}`);
  return blockSchema(
    // the generator gives every provider an `alias`, which is Terraform's own
    kind === "provider" ? { ...binding, fields: binding.fields.filter(({ name }) => name !== "alias") } : binding,
    {
      nestsAttributes: !PROTOCOL_5.includes(`${bindings.provider} ${bindings.version.split(".", 1)[0]}`),
      hasWriteOnly: kind === "resource",
    },
  );
}
