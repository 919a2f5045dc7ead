import { deepMerge } from "./deep-merge";
import { terraformText } from "./terraform-text";

/** A value of a Helm chart. Tokens only as parts of strings. */
export type HelmValue = string | number | boolean | null | readonly HelmValue[] | HelmValues;

/** Values of a Helm chart. */
export interface HelmValues {
  readonly [key: string]: HelmValue | undefined;
}

/** Merges as Helm merges values files: objects merge, lists and scalars replace, `null` removes a chart's default. */
export const mergeValues = (base: HelmValues, over: HelmValues): HelmValues => deepMerge(base, over, "stays");

/**
 * Values as text for `helm_release`. JSON is YAML too; on many lines, so that a plan shows which key changed and not
 * one long line. Scripts in it reach the cluster as they are: the one place where they are kept from Terraform.
 */
export function valuesText(values: HelmValues): string {
  return terraformText(JSON.stringify(values, null, 2));
}
