import { Testing, TerraformStack } from "cdktf";

/** Parsed Terraform JSON: tests look into it freely. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

/** The Terraform JSON of a stack built around `define`. No cross-stack references: see `synthApp` for those. */
export function synthStack(define: (stack: TerraformStack) => void): Json {
  const stack = new TerraformStack(Testing.app(), "test");
  define(stack);
  return JSON.parse(Testing.synth(stack));
}

interface ResourceClass {
  readonly tfResourceType: string;
}

/** All resources of one class in synthesized JSON, keyed by logical id. */
export function resources(json: Json, type: ResourceClass): Record<string, Json> {
  return json.resource?.[type.tfResourceType] ?? {};
}

/** The only resource of one class in synthesized JSON; throws when there are none or several. */
export function only(json: Json, type: ResourceClass): Json {
  const found = Object.values(resources(json, type));
  if (found.length !== 1) throw new Error(`expected one ${type.tfResourceType}, found ${found.length}`);
  return found[0];
}
