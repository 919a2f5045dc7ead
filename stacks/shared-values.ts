import { TerraformLocal, TerraformOutput, type TerraformRemoteState, type TerraformStack } from "cdktf";
import type { SiteEnvironment } from "../config/sites/environment";
import type { BaseStack } from "./base-stack";

/** Values that a stack hands to later ones: strings, by name, at most one level of grouping. */
export interface SharedValues {
  readonly [name: string]: string | Readonly<Record<string, string>>;
}

/**
 * Publishes values as outputs with names of our own. cdktf's automatic cross-stack outputs are named after the
 * producer's construct path: renaming a construct there would break every consumer until both are deployed.
 */
export function publish<T extends { readonly [K in keyof T]: string | Readonly<Record<string, string>> }>(
  stack: TerraformStack,
  values: T,
): T {
  for (const [name, value] of flatten(values)) new TerraformOutput(stack, name, { value }).overrideLogicalId(name);
  return values;
}

/** What stacks see of others: each reads another once, whoever asks for it. */
const VIEWS = new WeakMap<TerraformStack, ReadonlyMap<TerraformStack, SharedValues>>();

/**
 * The values that `producer` has published, as `consumer` sees them: each enters the stack once, as a local,
 * when it is first read. (A cross-stack token minted at every use doubles time and memory at 1,000 node groups.)
 */
export function consume<
  T extends { readonly [K in keyof T]: string | Readonly<Record<string, string>> },
  Env extends SiteEnvironment,
>(consumer: BaseStack<Env>, producer: BaseStack<Env>, values: T): T {
  const known = VIEWS.get(consumer)?.get(producer);
  if (known) return known as T;
  consumer.addDependency(producer);
  let state: TerraformRemoteState | undefined;
  const entered = new Map<string, string>();
  const enter = (name: string): string => {
    const before = entered.get(name);
    if (before !== undefined) return before;
    state ??= producer.ground.remoteState(consumer, producer);
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
  const all = view(values as SharedValues, "");
  VIEWS.set(consumer, new Map([...(VIEWS.get(consumer) ?? []), [producer, all]]));
  return all as T;
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
