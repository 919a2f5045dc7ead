import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import { IamPolicy } from "@cdktf/provider-aws/lib/iam-policy";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Construct } from "constructs";
import { checkRoleName } from "../cluster/role-name";
import { policyDocument, type PolicyStatement } from "../security/policy";
import { boundaryStatements } from "./boundary";
import { GITHUB_AUDIENCE, GITHUB_ISSUER, githubTrust, type GithubTrustProps } from "./github-trust";
import { deployStatements, planStatements } from "./permissions";
import { iamArn, type CiScope } from "./scope";

export interface GithubRolesProps {
  readonly scope: CiScope;
  /** `owner/name`, or `owner@id/name@id`. */
  readonly repository: string;
  /** Whether the account's provider is made here; `existing` takes it to be there. */
  readonly provider: "create" | "existing";
  /** Branch on which plans are made beside pull requests. */
  readonly defaultBranch: string;
  /** Names of the roles and of the policy that bounds what they make. */
  readonly planRoleName: string;
  readonly deployRoleName: string;
  readonly boundaryName: string;
}

/** Characters of a managed policy, white space left out. */
const POLICY_LIMIT = 6144;

/** Seconds of a session that applies: an EKS upgrade with its nodes takes long. */
const DEPLOY_SESSION_SECONDS = 3 * 3600;

/**
 * The roles that a repository's jobs plan and deploy with, apart from each other, and the boundary of every role that the
 * second one makes. The provider has no thumbprints: IAM trusts GitHub's by its own list of certificate authorities.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_oidc_verify-thumbprint.html
 */
export class GithubRoles extends Construct {
  readonly planRoleArn: string;
  readonly deployRoleArn: string;

  constructor(scope: Construct, id: string, props: GithubRolesProps) {
    super(scope, id);
    for (const name of [props.planRoleName, props.deployRoleName]) checkRoleName(name);
    const providerArn = this.provider(props);
    this.policy(
      "boundary",
      props.boundaryName,
      "Most that a role of the environment may do",
      boundaryStatements(props.scope),
    );

    const plan = this.role("plan", props.planRoleName, {
      providerArn,
      repository: props.repository,
      use: { kind: "plan", branch: props.defaultBranch },
    });
    this.allow(plan, "plan", props.planRoleName, planStatements(props.scope));

    const deploy = this.role(
      "deploy",
      props.deployRoleName,
      {
        providerArn,
        repository: props.repository,
        use: { kind: "deploy", environment: props.scope.environment },
      },
      DEPLOY_SESSION_SECONDS,
    );
    for (const [policy, statements] of Object.entries(deployStatements(props.scope)))
      this.allow(deploy, `deploy-${policy}`, `${props.deployRoleName}-${policy}`, statements);

    this.planRoleArn = plan.arn;
    this.deployRoleArn = deploy.arn;
  }

  private provider({ provider, scope }: GithubRolesProps): string {
    if (provider === "existing") return iamArn(scope, `oidc-provider/${GITHUB_ISSUER}`);
    return new IamOpenidConnectProvider(this, "provider", {
      url: `https://${GITHUB_ISSUER}`,
      clientIdList: [GITHUB_AUDIENCE],
      tags: { Name: GITHUB_ISSUER },
      // other environments of the account may trust it
      lifecycle: { preventDestroy: true },
    }).arn;
  }

  private role(id: string, name: string, trust: GithubTrustProps, maxSessionDuration?: number): IamRole {
    return new IamRole(this, id, {
      name,
      assumeRolePolicy: githubTrust(trust),
      ...(maxSessionDuration && { maxSessionDuration }),
      tags: { Name: name },
    });
  }

  private allow(role: IamRole, id: string, name: string, statements: readonly PolicyStatement[]): void {
    const policy = this.policy(`${id}-policy`, name, `What the role ${role.nameInput ?? name} may do`, statements);
    new IamRolePolicyAttachment(this, `${id}-attachment`, { role: role.name, policyArn: policy.arn });
  }

  private policy(id: string, name: string, description: string, statements: readonly PolicyStatement[]): IamPolicy {
    const policy = policyDocument(statements);
    if (policy.length > POLICY_LIMIT)
      throw new Error(
        `policy "${name}" has ${policy.length} characters, IAM takes ${POLICY_LIMIT}. ` +
          "Move a service to another policy in constructs/ci/permissions.ts.",
      );
    return new IamPolicy(this, id, { name, description, policy, tags: { Name: name } });
  }
}
