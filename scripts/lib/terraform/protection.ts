import type { ResourceJson, StackResource } from "./stack-json";

/** Arguments that keep AWS or the provider from deleting, and the value with which they let it. */
const PROTECTION: Readonly<Record<string, boolean>> = {
  deletion_protection: false,
  deletion_protection_enabled: false,
  enable_deletion_protection: false,
  force_delete: true,
  force_destroy: true,
};

/** Whether Terraform refuses to destroy a resource. */
export const isGuarded = ({ json }: StackResource): boolean => json.lifecycle?.prevent_destroy === true;

/** Arguments that stand in the way of a deletion, as they must be. */
export function protectingArguments(json: ResourceJson): [string, boolean][] {
  return Object.entries(PROTECTION).filter(([name, free]) => name in json && json[name] !== free);
}

/**
 * What an override says of resources so that they can be destroyed, by type and name.
 * @param args arguments that it changes, of those that protect
 */
export function liftedResources(
  resources: readonly StackResource[],
  args: (json: ResourceJson) => readonly (readonly [string, boolean])[],
): Record<string, Record<string, object>> {
  const lifted: Record<string, Record<string, object>> = {};
  for (const one of resources) {
    const { type, name, json } = one;
    const changed = args(json);
    if (!isGuarded(one) && changed.length === 0) continue;
    lifted[type] ??= {};
    lifted[type][name] = {
      ...(isGuarded(one) && { lifecycle: { prevent_destroy: false } }),
      ...Object.fromEntries(changed),
    };
  }
  return lifted;
}
