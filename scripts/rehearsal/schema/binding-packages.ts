import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SCOPE = join("node_modules", "@cdktf");
const PREFIX = "provider-";

export type BindingKind = "provider" | "resource" | "data";

/** Installed bindings of one provider. */
export interface BindingPackage {
  /** `aws` */
  readonly provider: string;
  /** Folder with a folder for each type. */
  readonly lib: string;
  /** Version of the package, 21.22.1. */
  readonly release: string;
  /** Version of the provider that it was made from, 6.25.0. */
  readonly version: string;
}

/** Providers with installed bindings, as in `["aws", "helm"]`. */
export function providersIn(root: string): string[] {
  const scope = join(root, SCOPE);
  if (!existsSync(scope)) return [];
  return readdirSync(scope)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .sort();
}

/** Provider that serves a type: `aws` for `aws_vpc`. Terraform derives it in the same way. */
export function providerOf(type: string): string {
  return type.split("_", 1)[0] ?? type;
}

/** The package of a provider's bindings. @throws Error where it is not installed */
export function bindingPackage(root: string, provider: string): BindingPackage {
  const folder = join(root, SCOPE, `${PREFIX}${provider}`);
  const file = join(folder, "package.json");
  if (!existsSync(file))
    throw new Error(
      `@cdktf/${PREFIX}${provider} is not installed in ${root}: there are bindings for ${providersIn(root).join(", ") || "nothing"}`,
    );
  const { version, cdktf } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly version: string;
    readonly cdktf?: { readonly provider?: { readonly version?: string } };
  };
  const from = cdktf?.provider?.version;
  if (!from)
    throw new Error(`${file} does not say which version of the provider it was made from (cdktf.provider.version)`);
  return { provider, lib: join(folder, "lib"), release: version, version: from };
}

/** Folder of one binding: `lib/vpc`, `lib/data-aws-vpc`, `lib/provider`. Undefined where there is none. */
export function bindingFolder({ provider, lib }: BindingPackage, kind: BindingKind, type: string): string | undefined {
  if (kind !== "provider" && !type.startsWith(`${provider}_`)) return undefined;
  const base = { provider: "provider", resource: type.slice(provider.length + 1), data: `data_${type}` }[kind];
  const name = base.replaceAll("_", "-");
  // names that are words of a language, as `random_string`, have folders with an ending
  return [name, `${name}-resource`]
    .map((folder) => join(lib, folder))
    .find((folder) => existsSync(join(folder, "index.js")));
}
