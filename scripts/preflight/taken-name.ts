import { ENVIRONMENT_TAG } from "../../config/owner/tags";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { CheckResult } from "./check";
import type { NamedResource } from "./resources";

export type Tags = Readonly<Record<string, string>>;

/** Tags as most services list them. */
export function tagsOf(tags: readonly { readonly Key?: string; readonly Value?: string }[] = []): Tags {
  return Object.fromEntries(tags.map(({ Key = "", Value = "" }) => [Key, Value]));
}

/** @param tags of what has the name in the account; null: nothing has it */
export function nameResult(
  { name: environment }: AwsEnvironment,
  { name, adopted }: Pick<NamedResource, "name" | "adopted">,
  tags: Tags | null,
): CheckResult {
  if (adopted && tags === null)
    return {
      verdict: "failed",
      subject: name,
      text: "is not there, but the config adopts it",
      fix: "Correct adopt, or take it out: then Railyard makes one.",
    };
  if (adopted) return { verdict: "ok", subject: name, text: "is there, and is adopted" };
  if (tags === null) return { verdict: "ok", subject: name, text: "is free" };
  const owner = tags[ENVIRONMENT_TAG];
  if (owner === environment) return { verdict: "ok", subject: name, text: "is there, and of this environment" };
  return {
    verdict: "failed",
    subject: name,
    text:
      owner === undefined
        ? `is taken: something has the name that has no tag ${ENVIRONMENT_TAG}`
        : `is taken: it is of the environment ${owner}`,
    fix: "Remove it, import it into the state (terraform import), or give the environment another name.",
  };
}
