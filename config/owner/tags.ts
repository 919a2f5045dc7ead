import type { Environment } from "../schema";

/** Names what an environment is used for at present, which may change every week. */
export const RUN_TAG = "railyard:run";

/** Tags of every resource of an environment. */
export function resolveTags({ name, owner, extraTags }: Environment): Record<string, string> {
  return {
    ...extraTags,
    "railyard:environment": name,
    "railyard:team": owner.team,
    "railyard:cost-center": owner.costCenter,
    [RUN_TAG]: owner.run ?? name,
  };
}

/** Tags of what launch templates start: none that changes often, since each change of a template replaces its nodes. */
export function nodeTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== RUN_TAG));
}
