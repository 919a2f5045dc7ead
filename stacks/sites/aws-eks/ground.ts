import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import {
  Aspects,
  DataTerraformRemoteStateLocal,
  DataTerraformRemoteStateS3,
  LocalBackend,
  S3Backend,
  TerraformResource,
  type TerraformStack,
} from "cdktf";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { StackRole } from "../../../config/names/resolve";
import { nodeTags, RUN_TAG } from "../../../config/owner/tags";
import type { BaseStack } from "../../base-stack";
import { backendKey, localStatePath } from "../../state";
import type { SiteGround } from "../site";

type Stack = BaseStack<AwsEnvironment>;

/** State in the environment's bucket, and an AWS provider that refuses credentials of another account. */
export const AWS_GROUND: SiteGround<AwsEnvironment> = {
  providers(stack) {
    const { env, role } = stack;
    addBackend(stack);
    new AwsProvider(stack, "aws", {
      region: env.region,
      allowedAccountIds: [env.account],
      defaultTags: [{ tags: defaultTags(env, role) }],
    });
    // versions of add-ons are asked for anew when the cluster changes in anything, its tags too
    if (role === "nodes") tagRun(stack, env.tags[RUN_TAG]!);
    if (env.ci && role !== "bootstrap") boundRoles(stack, env.ci.boundaryArn);
  },

  remoteState(consumer, { env, role }) {
    if (env.state.kind === "local" || role === "bootstrap")
      return new DataTerraformRemoteStateLocal(consumer, role, { path: localStatePath(env, role) });
    return new DataTerraformRemoteStateS3(consumer, role, {
      bucket: env.state.bucket,
      key: backendKey(env, role),
      region: env.region,
    });
  },
};

function addBackend(stack: Stack): void {
  const { env, role } = stack;
  // The bootstrap stack makes the bucket, so its own state cannot be there.
  if (env.state.kind === "local" || role === "bootstrap") {
    new LocalBackend(stack, { path: localStatePath(env, role) });
    return;
  }
  new S3Backend(stack, { bucket: env.state.bucket, key: backendKey(env, role), region: env.region });
  stack.addOverride("terraform.backend.s3.use_lockfile", true);
}

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

function defaultTags({ tags, lifetime }: AwsEnvironment, role: StackRole): Record<string, string> {
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
