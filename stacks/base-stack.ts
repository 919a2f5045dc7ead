import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { Aspects, LocalBackend, S3Backend, TerraformResource, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { StackRole } from "../config/resolve/names";
import type { Partition } from "../config/facts/regions";
import { nodeTags, RUN_TAG } from "../config/resolve/tags";
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
 * Stacks with launch templates, whose default tags are those that stay: a template that changes in anything, its own tags too,
 * has an unknown version in the plan, and all nodes seem to be made anew. They tell neither the day nor the run.
 */
const WITH_TEMPLATES: readonly StackRole[] = ["cluster", "nodes"];

function defaultTags({ tags, lifetime }: ResolvedEnvironment, role: StackRole): Record<string, string> {
  if (WITH_TEMPLATES.includes(role)) return nodeTags(tags);
  return { ...tags, ...(lifetime && { [EXPIRES_TAG]: lifetime.expires }) };
}

/** A resource of the AWS provider that takes tags. */
type Tagged = TerraformResource & { tags: Record<string, string>; readonly tagsInput?: Record<string, string> };

const isTagged = (node: unknown): node is Tagged => node instanceof TerraformResource && "tagsInput" in node;

/** Tells the run on all but launch templates: tags of node groups do not reach nodes. */
function tagRun(stack: TerraformStack, run: string): void {
  Aspects.of(stack).add({
    visit: (node) => {
      if (isTagged(node) && !(node instanceof LaunchTemplate)) node.tags = { ...node.tagsInput, [RUN_TAG]: run };
    },
  });
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
    // versions of add-ons are asked for anew when the cluster changes in anything, its tags too
    if (role === "nodes") tagRun(this, env.tags[RUN_TAG]!);
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
