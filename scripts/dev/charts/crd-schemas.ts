import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KubernetesObject } from "./render";
import type { Values } from "../../lib/charts/releases";
import { isPlain } from "../../../config/kernel/plain";

interface CrdSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: Values } }[];
}

/** Place of schemas below a folder, as kubeconform fills it in. */
export const CRD_SCHEMA_LOCATION = "{{ .Group }}/{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json";

/** Kinds that CRDs among the objects define: `group/version` and `group/version/Kind` each. */
export function definedApis(objects: readonly KubernetesObject[]): string[] {
  return crds(objects).flatMap(({ group, names, versions }) =>
    versions.flatMap(({ name }) => [`${group}/${name}`, `${group}/${name}/${names.kind}`]),
  );
}

/** Writes a JSON schema for each version of each CRD, strict: a field that the CRD does not know is an error. */
export function writeCrdSchemas(objects: readonly KubernetesObject[], folder: string): void {
  for (const { group, names, versions } of crds(objects)) {
    mkdirSync(join(folder, group), { recursive: true });
    for (const { name, schema } of versions) {
      if (!schema?.openAPIV3Schema) continue;
      const text = JSON.stringify(jsonSchema(schema.openAPIV3Schema));
      writeFileSync(join(folder, group, `${names.kind.toLowerCase()}_${name}.json`), text);
    }
  }
}

function crds(objects: readonly KubernetesObject[]): CrdSpec[] {
  return objects
    .filter(({ kind }) => kind === "CustomResourceDefinition")
    .map(({ spec }) => spec as unknown as CrdSpec);
}

/**
 * What the API server makes of a structural schema: unknown fields are pruned, so here they are refused; `null` of an
 * optional field is dropped, so here it is allowed. Rules in CEL are not evaluated.
 */
function jsonSchema(schema: Values): Values {
  if (schema["x-kubernetes-int-or-string"] === true) return { type: ["integer", "string", "null"] };
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = schema;
  const open =
    schema["x-kubernetes-preserve-unknown-fields"] === true || schema["x-kubernetes-embedded-resource"] === true;
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  return {
    ...kept(schema),
    ...(isPlain(properties) && {
      properties: mapValues(properties, (one, key) => (required.has(key) ? jsonSchema(one) : orNull(jsonSchema(one)))),
      ...(additionalProperties === undefined && !open && { additionalProperties: false }),
    }),
    ...(isPlain(items) && { items: jsonSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isPlain(additionalProperties) ? jsonSchema(additionalProperties) : additionalProperties,
    }),
    // parts of a schema that another part completes: they may not be closed
    ...(isList(allOf) && { allOf: allOf.map(part) }),
    ...(isList(anyOf) && { anyOf: anyOf.map(part) }),
    ...(isList(oneOf) && { oneOf: oneOf.map(part) }),
    ...(isPlain(not) && { not: part(not) }),
  };
}

const KEPT = [
  "type",
  "enum",
  "required",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

function kept(schema: Values): Values {
  const own = Object.fromEntries(KEPT.filter((key) => key in schema).map((key) => [key, schema[key]]));
  return schema["nullable"] === true ? orNull(own) : own;
}

function orNull(schema: Values): Values {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === "string" && { type: [type, "null"] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

function part(schema: Values): Values {
  const { properties, items, ...rest } = schema;
  return {
    ...Object.fromEntries(KEPT.filter((key) => key in rest).map((key) => [key, rest[key]])),
    ...(isPlain(properties) && { properties: mapValues(properties, part) }),
    ...(isPlain(items) && { items: part(items) }),
    ...(isPlain(rest["not"]) && { not: part(rest["not"]) }),
  };
}

function mapValues(map: Values, change: (value: Values, key: string) => Values): Values {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value as Values, key)]));
}

function isList(value: unknown): value is readonly Values[] {
  return Array.isArray(value);
}
