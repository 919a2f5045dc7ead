import {
  DataTerraformRemoteStateLocal,
  DataTerraformRemoteStateS3,
  TerraformLocal,
  TerraformOutput,
  type TerraformRemoteState,
} from "cdktf";
import type { BaseStack } from "./base-stack";
import { backendKey, localStatePath } from "./state";

/** Values that a stack hands to later ones: strings, by name, at most one level of grouping. */
export interface SharedValues {
  readonly [name: string]: string | Readonly<Record<string, string>>;
}

/**
 * Publishes values as outputs with names of our own. cdktf's automatic cross-stack outputs are named after the
 * producer's construct path: renaming a construct there would break every consumer until both are deployed.
 */
export function publish<T extends { readonly [K in keyof T]: string | Readonly<Record<string, string>> }>(
  stack: BaseStack,
  values: T,
): T {
  for (const [name, value] of flatten(values)) new TerraformOutput(stack, name, { value }).overrideLogicalId(name);
  return values;
}

/**
 * The values that `producer` has published, as `consumer` sees them: each enters the stack once, as a local,
 * when it is first read. (A cross-stack token minted at every use doubles time and memory at 1,000 node groups.)
 */
export function consume<T extends { readonly [K in keyof T]: string | Readonly<Record<string, string>> }>(
  consumer: BaseStack,
  producer: BaseStack,
  values: T,
): T {
  consumer.addDependency(producer);
  let state: TerraformRemoteState | undefined;
  const entered = new Map<string, string>();
  const enter = (name: string): string => {
    const known = entered.get(name);
    if (known !== undefined) return known;
    state ??= remoteState(consumer, producer);
    const id = `${producer.role}_${name}`;
    const local = new TerraformLocal(consumer, id, state.getString(name));
    local.overrideLogicalId(id);
    entered.set(name, local.asString);
    return local.asString;
  };
  const view = (group: SharedValues, prefix: string): SharedValues => {
    const lazy = {};
    for (const [key, value] of Object.entries(group)) {
      const name = outputName(prefix, key);
      const get = typeof value === "string" ? () => enter(name) : () => view(value, name);
      Object.defineProperty(lazy, key, { enumerable: true, get });
    }
    return lazy;
  };
  return view(values as SharedValues, "") as T;
}

function remoteState(consumer: BaseStack, producer: BaseStack): TerraformRemoteState {
  const { env, role } = producer;
  if (env.state.kind === "local" || role === "bootstrap") {
    return new DataTerraformRemoteStateLocal(consumer, role, { path: localStatePath(env, role) });
  }
  return new DataTerraformRemoteStateS3(consumer, role, {
    bucket: env.state.bucket,
    key: backendKey(role),
    region: env.region,
  });
}

function flatten(values: object, prefix = ""): [name: string, value: string][] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = outputName(prefix, key);
    return typeof value === "string" ? [[name, value] as [string, string]] : flatten(value as object, name);
  });
}

/** `privateSubnetIds` + `us-east-1a` → `private_subnet_ids_us_east_1a`. */
function outputName(prefix: string, key: string): string {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  return prefix ? `${prefix}_${name}` : name;
}
