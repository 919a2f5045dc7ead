import type { SiteConfig } from "../sites/keys";

/** Says of which environment a resource is. */
export const ENVIRONMENT_TAG = "railyard:environment";

/** Names what an environment is used for at present, which may change every week. */
export const RUN_TAG = "railyard:run";

/** Who is named in tags; a site may take further ones. */
interface Tagged extends Pick<SiteConfig, "name" | "owner"> {
  readonly extraTags?: Readonly<Record<string, string>>;
}

/** Tags of every resource of an environment. */
export function resolveTags({ name, owner, extraTags = {} }: Tagged): Record<string, string> {
  return {
    ...extraTags,
    [ENVIRONMENT_TAG]: name,
    "railyard:team": owner.team,
    "railyard:cost-center": owner.costCenter,
    [RUN_TAG]: owner.run ?? name,
  };
}

/** Tags of what launch templates start: none that changes often, since each change of a template replaces its nodes. */
export function nodeTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== RUN_TAG));
}
