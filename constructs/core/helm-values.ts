import { terraformText } from "./terraform-text";

/** A value of a Helm chart. Tokens only as parts of strings. */
export type HelmValue = string | number | boolean | null | readonly HelmValue[] | HelmValues;

/** Values of a Helm chart. */
export interface HelmValues {
  readonly [key: string]: HelmValue | undefined;
}

/** Merges as Helm merges values files: objects merge, lists and scalars replace, `null` removes a chart's default. */
export function mergeValues(base: HelmValues, over: HelmValues): HelmValues {
  const merged: Record<string, HelmValue | undefined> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = isMap(known) && isMap(value) ? mergeValues(known, value) : value;
  }
  return merged;
}

/**
 * Values as text for `helm_release`. JSON is YAML too; on many lines, so that a plan shows which key changed and not
 * one long line. Scripts in it reach the cluster as they are: the one place where they are kept from Terraform.
 */
export function valuesText(values: HelmValues): string {
  return terraformText(JSON.stringify(values, null, 2));
}

function isMap(value: HelmValue | undefined): value is HelmValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
