import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { Aspects, LocalBackend, S3Backend, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { StackRole } from "../config/resolve/names";
import type { Partition } from "../config/resolve/partition";
import { DataGuard } from "../constructs/core/data-guard";
import { duplicateAddresses } from "../constructs/core/guards";
import { backendKey, localStatePath } from "./state";

/** Terraform that has native locking of S3 state without a table. */
export const TERRAFORM_VERSION = ">= 1.11.0";

/** Gives every role a boundary: whoever deploys may make roles, and no role that may do more than that. */
function boundRoles(stack: TerraformStack, boundaryArn: string): void {
  Aspects.of(stack).add({
    visit: (node) => {
      if (node instanceof IamRole) node.permissionsBoundary = boundaryArn;
    },
  });
}

const EXPIRES_TAG = "railyard:expires";

/**
 * Stacks with launch templates, whose resources do not tell the day: a template that changes in anything, its own tags too,
 * has an unknown version in the plan, and all nodes seem to be made anew.
 */
const WITH_TEMPLATES: readonly StackRole[] = ["cluster", "nodes"];

function defaultTags({ tags, lifetime }: ResolvedEnvironment, role: StackRole): Record<string, string> {
  return { ...tags, ...(lifetime && !WITH_TEMPLATES.includes(role) && { [EXPIRES_TAG]: lifetime.expires }) };
}

/**
 * One unit of deployment with its own state. Every stack has the environment's backend, an AWS provider that
 * refuses credentials of another account, default tags, and a list of what it protects, which may not be dropped in silence.
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
      defaultTags: [{ tags: defaultTags(env, role) }],
    });
    new DataGuard(this, "holds-data");
    this.node.addValidation({ validate: () => duplicateAddresses(this) });
    if (env.ci && role !== "bootstrap") boundRoles(this, env.ci.boundaryArn);
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
