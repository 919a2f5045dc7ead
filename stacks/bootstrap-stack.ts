import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedCi } from "../config/sites/aws-eks/ci/resolve";
import { GithubRoles } from "../constructs/ci/github-roles";
import { unknownTypes } from "../constructs/ci/permissions";
import { KmsKey } from "../constructs/security/kms-key";
import { StateBucket } from "../constructs/state/state-bucket";
import { BaseStack } from "./base-stack";
import { AwsStack } from "./sites/aws-eks/aws-stack";
import { ciScope } from "./ci-scope";
import { publish } from "./shared-values";

/**
 * The bucket and the key of the environment's Terraform state, and the roles of its pipeline. Its own state is a local
 * file: it must exist before any other stack can be initialised.
 */
export class BootstrapStack extends AwsStack {
  constructor(scope: Construct, env: AwsEnvironment, bucketName: string) {
    super(scope, env, "bootstrap");
    const key = new KmsKey(this, "state-key", {
      partition: env.partition,
      accountId: env.account,
      alias: env.names.keyAlias("state"),
      description: `Terraform state of ${env.name}`,
      logicalId: "state_key",
    });
    const bucket = new StateBucket(this, "state", { bucketName, kmsKeyArn: key.keyArn });
    publish(this, { stateBucket: bucket.bucketName, stateKeyArn: key.keyArn, ...(env.ci && this.pipeline(env.ci)) });
  }

  /** Its roles are here since no role may change itself: this stack is applied by hand. */
  private pipeline(ci: ResolvedCi): { planRoleArn: string; deployRoleArn: string } {
    const { planRoleArn, deployRoleArn } = new GithubRoles(this, "ci", { ...ci, scope: ciScope(this.env) });
    this.node.addValidation({ validate: () => this.unplannable() });
    return { planRoleArn, deployRoleArn };
  }

  /** A type that the roles know nothing of would be a plan that fails in the middle, without a word on why. */
  private unplannable(): string[] {
    const stacks = this.node.root.node.findAll().filter((one) => one instanceof BaseStack && one.env === this.env);
    const resources = stacks.flatMap((stack) => stack.node.findAll().filter(TerraformResource.isTerraformResource));
    const unknown = unknownTypes([...new Set(resources.map((resource) => resource.terraformResourceType))]);
    return unknown.map((type) => `${type}: the roles of ci do not know it. Add it to config/facts/iam.`);
  }
}
