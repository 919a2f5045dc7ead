import { policyDocument } from "../security/policy";

export const GITHUB_ISSUER = "token.actions.githubusercontent.com";

/** For whom tokens are made that AWS takes. */
export const GITHUB_AUDIENCE = "sts.amazonaws.com";

export interface GithubTrustProps {
  readonly providerArn: string;
  /** `owner/name`, or `owner@id/name@id` as tokens of newer repositories have it. */
  readonly repository: string;
  /** `plan`: pull requests and one branch. `deploy`: jobs that have passed the protection of a GitHub environment. */
  readonly use:
    | { readonly kind: "plan"; readonly branch: string }
    | { readonly kind: "deploy"; readonly environment: string };
}

/**
 * Trust policy of a role that jobs of a repository take on. Subjects are compared letter by letter: a pattern would let in
 * whoever may choose the name of a branch.
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export function githubTrust({ providerArn, repository, use }: GithubTrustProps): string {
  const subjects =
    use.kind === "plan"
      ? [`repo:${repository}:pull_request`, `repo:${repository}:ref:refs/heads/${use.branch}`]
      : [`repo:${repository}:environment:${use.environment}`];
  return policyDocument([
    {
      sid: "GitHubActions",
      principals: { federated: [providerArn] },
      actions: ["sts:AssumeRoleWithWebIdentity"],
      conditions: {
        StringEquals: { [`${GITHUB_ISSUER}:aud`]: GITHUB_AUDIENCE, [`${GITHUB_ISSUER}:sub`]: subjects },
      },
    },
  ]);
}
