import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readStack } from "../lib/terraform/stack-json";
import { loadSchema } from "./schema/load-schema";
import { providerOf, providersIn } from "./schema/binding-packages";
import type { ProviderSchema } from "./schema/types";

/** What Terraform answers itself. */
const BUILT_IN = ["terraform_remote_state", "terraform_data"];

/** Types that some stacks use. */
export interface UsedTypes {
  readonly resources: readonly string[];
  readonly dataSources: readonly string[];
}

/** Resource types and data sources of all stacks in synthesized folders. */
export function usedTypes(synthFolders: readonly string[]): UsedTypes {
  const resources = new Set<string>();
  const dataSources = new Set<string>();
  for (const folder of synthFolders)
    for (const stack of readdirSync(join(folder, "stacks"))) {
      const { resource = {}, data = {} } = readStack(folder, stack);
      for (const type of Object.keys(resource)) if (!BUILT_IN.includes(type)) resources.add(type);
      for (const type of Object.keys(data)) if (!BUILT_IN.includes(type)) dataSources.add(type);
    }
  return { resources: [...resources].sort(), dataSources: [...dataSources].sort() };
}

/**
 * Schemas of every provider whose bindings are installed, with the types that are used.
 * @param root folder that has node_modules
 */
export function servedSchemas(root: string, { resources, dataSources }: UsedTypes): ProviderSchema[] {
  const of = (provider: string) => (type: string) => providerOf(type) === provider;
  return providersIn(root).map((provider) =>
    loadSchema({
      root,
      provider,
      resources: resources.filter(of(provider)),
      dataSources: dataSources.filter(of(provider)),
    }),
  );
}
