/** Arguments of a resource as Terraform JSON has them. */
type Arguments = Readonly<Record<string, unknown>>;

/** What is read of a synthesized stack. */
export interface SynthesizedStack {
  readonly provider?: Readonly<Record<string, readonly Arguments[]>>;
  /** By type and name. */
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Arguments>>>>;
}

/** A resource in the form of a plan. */
interface PlannedResource {
  readonly address: string;
  readonly mode: "managed";
  readonly type: string;
  readonly name: string;
  readonly values: Arguments;
}

/** What refers to another resource, in the form of a plan's configuration. */
interface ConfiguredResource extends Omit<PlannedResource, "values"> {
  readonly expressions: Readonly<Record<string, { readonly references: readonly string[] }>>;
}

/** The part of `terraform show -json` that Checkov reads. */
export interface CheckovPlan {
  readonly format_version: "1.2";
  readonly terraform_version: "1.11.0";
  readonly planned_values: { readonly root_module: { readonly resources: readonly PlannedResource[] } };
  readonly configuration: {
    readonly provider_config: Readonly<Record<string, object>>;
    readonly root_module: { readonly resources: readonly ConfiguredResource[] };
  };
}

/** Terraform's own, and CDKTF's comment: no argument of the resource. */
const META = ["//", "depends_on", "lifecycle", "provider", "provisioner", "connection", "count", "for_each"];

/**
 * A synthesized stack in the form of a plan. Checkov 3.3.30 has a reader for Terraform JSON, but that one stops at
 * `terraform.required_version`, passes over IAM policies that are text, and leaves the type out of addresses; its reader
 * of plans does all of this. Nothing is planned: references stay as they are written, so that a policy with a reference
 * in it can be read, which a real plan would call unknown.
 */
export function checkovPlan({ resource = {}, provider = {} }: SynthesizedStack): CheckovPlan {
  const resources = Object.entries(resource).flatMap(([type, byName]) =>
    Object.entries(byName).map(([name, json]) => ({ type, name, ...split(json) })),
  );
  const head = ({ type, name }: { type: string; name: string }) =>
    ({ address: `${type}.${name}`, mode: "managed", type, name }) as const;
  return {
    format_version: "1.2",
    terraform_version: "1.11.0",
    planned_values: { root_module: { resources: resources.map((one) => ({ ...head(one), values: one.values })) } },
    configuration: {
      provider_config: Object.fromEntries(
        Object.entries(provider).flatMap(([name, [first]]) => (first ? [[name, providerConfig(name, first)]] : [])),
      ),
      root_module: { resources: resources.map((one) => ({ ...head(one), expressions: one.expressions })) },
    },
  };
}

/** Arguments that are nothing but a reference to another resource apart from the others: they are edges of Checkov's graph. */
function split(json: Arguments): Pick<PlannedResource, "values"> & Pick<ConfiguredResource, "expressions"> {
  const values: Record<string, unknown> = {};
  const expressions: Record<string, { references: string[] }> = {};
  for (const [key, value] of Object.entries(json)) {
    if (META.includes(key) || value === null) continue;
    const reference = resourceReference(value);
    if (reference) expressions[key] = { references: reference };
    else values[key] = value;
  }
  return { values, expressions };
}

/** `${aws_kms_key.main.arn}` → the reference and what it leads to; null for locals, data and anything else. */
function resourceReference(value: unknown): string[] | null {
  if (typeof value !== "string") return null;
  const [, type, name, rest] = /^\$\{([a-z]+_\w+)\.([\w-]+)((?:\.\w+|\[\d+\])*)\}$/.exec(value) ?? [];
  return type && name ? [`${type}.${name}${rest}`, `${type}.${name}`] : null;
}

function providerConfig(name: string, json: Arguments): object {
  const expressions = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, { constant_value: value }] as const),
  );
  return { name, expressions };
}
