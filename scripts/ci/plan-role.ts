import type { ResolvedEnvironment } from "../../config/resolve";
import { GITHUB_ISSUER, githubTrust } from "../../constructs/ci/github-trust";
import { planStatements, unknownTypes } from "../../constructs/ci/permissions";
import { policyDocument } from "../../constructs/security/policy";
import { ciScope } from "../../stacks/ci-scope";
import { ExpectedError } from "../expected-error";

export interface RoleProps {
  readonly environment: ResolvedEnvironment;
  /** Types of its resources, as synth wrote them. */
  readonly types: readonly string[];
}

/** What a role may do that plans an environment: see what is there, and read its state. */
export function planPermissions({ environment, types }: RoleProps): object {
  const unknown = unknownTypes(types);
  // a type that is not in the table would be a plan that fails in the middle, without a word on why
  if (unknown.length)
    throw new ExpectedError(
      `What ${unknown.join(", ")} needs is not known: add it to a row in constructs/ci/permissions.ts.`,
    );
  return JSON.parse(policyDocument(planStatements(ciScope(environment), types))) as object;
}

/** Jobs that may take on a role. */
export type RoleUse = "plan" | "deploy";

/**
 * Which jobs of a repository may take on a role, by GitHub's OIDC provider. Plans are made for pull requests and on the
 * default branch; only jobs of the GitHub environment, whose protection they have passed, deploy.
 * @param repository `owner/name`, or `owner@id/name@id` as tokens of newer repositories have it
 */
export function roleTrust(environment: ResolvedEnvironment, repository: string, use: RoleUse): object {
  const { partition, account, name, ci } = environment;
  const trust = githubTrust({
    providerArn: `arn:${partition}:iam::${account}:oidc-provider/${GITHUB_ISSUER}`,
    repository,
    use: use === "plan" ? { kind: "plan", branch: ci?.defaultBranch ?? "main" } : { kind: "deploy", environment: name },
  });
  return JSON.parse(trust) as object;
}
