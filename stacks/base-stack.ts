import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { LocalBackend, S3Backend, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { StackRole } from "../config/resolve/names";
import type { Partition } from "../config/resolve/partition";
import { duplicateAddresses } from "../constructs/core/guards";
import { backendKey, localStatePath } from "./state";

/** Terraform that has native locking of S3 state without a table. */
export const TERRAFORM_VERSION = ">= 1.11.0";

/**
 * One unit of deployment with its own state. Every stack has the environment's backend, an AWS provider that
 * refuses credentials of another account, and default tags.
 */
export class BaseStack extends TerraformStack {
  constructor(
    scope: Construct,
    readonly env: ResolvedEnvironment,
    readonly role: StackRole,
  ) {
    super(scope, env.names.stack(role));
    this.addOverride("terraform.required_version", TERRAFORM_VERSION);
    this.addBackend();
    new AwsProvider(this, "aws", {
      region: env.region,
      allowedAccountIds: [env.account],
      defaultTags: [{ tags: { ...env.tags } }],
    });
    this.node.addValidation({ validate: () => duplicateAddresses(this) });
  }

  /** Partition of the Region; part of every ARN. */
  get partition(): Partition {
    return this.env.partition;
  }

  private addBackend(): void {
    const { state } = this.env;
    // The bootstrap stack makes the bucket, so its own state cannot be there.
    if (state.kind === "local" || this.role === "bootstrap") {
      new LocalBackend(this, { path: localStatePath(this.env, this.role) });
      return;
    }
    new S3Backend(this, { bucket: state.bucket, key: backendKey(this.role), region: this.env.region });
    this.addOverride("terraform.backend.s3.use_lockfile", true);
  }
}
