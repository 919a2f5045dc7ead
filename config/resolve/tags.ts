import type { Environment } from "../schema/environment";

/** Tags of every resource of an environment. */
export function resolveTags({ name, owner, extraTags }: Environment): Record<string, string> {
  return {
    ...extraTags,
    "railyard:environment": name,
    "railyard:team": owner.team,
    "railyard:cost-center": owner.costCenter,
    "railyard:run": owner.run ?? name,
  };
}
