import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStack, type StackJson } from "../lib/terraform/stack-json";
import type { PreparedStack } from "./run/workspace";
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
  return typesOf(
    synthFolders.flatMap((folder) => readdirSync(join(folder, "stacks")).map((stack) => readStack(folder, stack))),
  );
}

/** Types that Terraform meets in a stack: in its code and in its state. */
export function typesMet({ folder, statePath }: Pick<PreparedStack, "folder" | "statePath">): UsedTypes {
  const code = typesOf([JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as StackJson]);
  const text = existsSync(statePath) ? readFileSync(statePath, "utf8") : "";
  const { resources = [] } = (text === "" ? {} : JSON.parse(text)) as State;
  const recorded = (mode: string) => resources.filter((one) => one.mode === mode).map(({ type }) => type);
  return {
    resources: distinct([...code.resources, ...recorded("managed")]),
    dataSources: distinct([...code.dataSources, ...recorded("data")]),
  };
}

/** The part of Terraform's state format 4 that is read. */
interface State {
  readonly resources?: readonly { readonly mode: string; readonly type: string }[];
}

const distinct = (types: readonly string[]) => [...new Set(types)].filter((type) => !BUILT_IN.includes(type)).sort();

function typesOf(stacks: readonly StackJson[]): UsedTypes {
  return {
    resources: distinct(stacks.flatMap(({ resource = {} }) => Object.keys(resource))),
    dataSources: distinct(stacks.flatMap(({ data = {} }) => Object.keys(data))),
  };
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
