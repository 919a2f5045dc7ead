import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { GITHUB_ISSUER, githubTrust } from "../../../constructs/ci/github-trust";
import { boundaryStatements } from "../../../constructs/ci/boundary";
import { deployStatements, planStatements, unknownTypes } from "../../../constructs/ci/permissions";
import { policyDocument, type PolicyStatement } from "../../../constructs/security/policy";
import { ciScope } from "../../../stacks/ci-scope";
import { ExpectedError } from "../../lib/errors/expected-error";

export interface RoleProps {
  readonly environment: AwsEnvironment;
  /** Types of its resources, as synth wrote them. */
  readonly types: readonly string[];
}

/** What a role may do that plans an environment: see what is there, and read its state. */
export function planPermissions({ environment, types }: RoleProps): object {
  assertKnown(types);
  return document(planStatements(ciScope(environment), types));
}

/**
 * What a role may do that deploys an environment, by policy: together they are too long for one. Null as boundary: the
 * config has no `ci`, so the environment's roles have none.
 */
export function deployPermissions({ environment, types }: RoleProps): DeployPermissions {
  assertKnown(types);
  const scope = ciScope(environment);
  const policies = Object.entries(deployStatements(scope)).map(([name, policy]) => [name, document(policy)] as const);
  return {
    permissions: Object.fromEntries(policies),
    boundary: scope.boundaryArn === undefined ? null : document(boundaryStatements(scope)),
  };
}

export interface DeployPermissions {
  /** Documents by a name for each. */
  readonly permissions: Readonly<Record<string, object>>;
  /** Document of the policy `<environment>-ci-boundary`. */
  readonly boundary: object | null;
}

const document = (statements: readonly PolicyStatement[]) => JSON.parse(policyDocument(statements)) as object;

function assertKnown(types: readonly string[]): void {
  const unknown = unknownTypes(types);
  // a type that is not in the table would be a plan that fails in the middle, without a word on why
  if (unknown.length)
    throw new ExpectedError(`What ${unknown.join(", ")} needs is not known: add it to config/facts/iam.`);
}

/** Jobs that may take on a role. */
export type RoleUse = "plan" | "deploy";

/**
 * Which jobs of a repository may take on a role, by GitHub's OIDC provider. Plans are made for pull requests and on the
 * default branch; only jobs of the GitHub environment, whose protection they have passed, deploy.
 * @param repository `owner/name`, or `owner@id/name@id` as tokens of newer repositories have it
 */
export function roleTrust(environment: AwsEnvironment, repository: string, use: RoleUse): object {
  const { partition, account, name, ci } = environment;
  const trust = githubTrust({
    providerArn: `arn:${partition}:iam::${account}:oidc-provider/${GITHUB_ISSUER}`,
    repository,
    use: use === "plan" ? { kind: "plan", branch: ci?.defaultBranch ?? "main" } : { kind: "deploy", environment: name },
  });
  return JSON.parse(trust) as object;
}
