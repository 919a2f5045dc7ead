import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../files/read-json";

interface StackJson {
  readonly locals?: Readonly<Record<string, unknown>>;
  readonly output?: Readonly<Record<string, { readonly value?: unknown }>>;
}

const REMOTE = /^\$\{data\.terraform_remote_state\.([\w-]+)\.outputs\.([\w-]+)\}$/;

/**
 * Values of a stack that it takes from another one, and that are known without Terraform: those that the other one writes as they
 * are, such as the name of a StorageClass. By the expression that names them: `${local.platform_storage_class_name}`.
 */
export function knownValues(outdir: string, stack: string, environment: string): ReadonlyMap<string, string> {
  const read = (name: string): StackJson => {
    const file = join(outdir, "stacks", name, "cdk.tf.json");
    return existsSync(file) ? (readJson(file) as StackJson) : {};
  };
  const found = new Map<string, string>();
  for (const [name, expression] of Object.entries(read(stack).locals ?? {})) {
    const [, other, output = ""] = REMOTE.exec(String(expression)) ?? [];
    const value = other === undefined ? undefined : read(`${environment}-${other}`).output?.[output]?.value;
    if (typeof value === "string" && !value.includes("${")) found.set(`\${local.${name}}`, value);
  }
  return found;
}
