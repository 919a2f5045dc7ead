import { EcrPullThroughCacheRule } from "@cdktf/provider-aws/lib/ecr-pull-through-cache-rule";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { policyDocument } from "../security/policy";

export interface ImageCacheProps {
  readonly partition: Partition;
  readonly region: string;
  readonly account: string;
  readonly registries: readonly {
    /** Names its rule within the stack: the registry as images name it. */
    readonly registry: string;
    /** Host that ECR asks. */
    readonly upstreamUrl: string;
    /** First part of the names of its repositories, 2 to 30 characters. */
    readonly prefix: string;
    /** Secret with user and token; null: none. */
    readonly secretArn: string | null;
  }[];
  /** Role of nodes: the first that pulls an image makes its repository. */
  readonly nodeRoleName: string;
  /** Role of servers on premises, which may be first as well. @default - there are none */
  readonly hybridRoleName?: string;
}

/**
 * Rules by which ECR fetches images of other registries, and the right of nodes to have it do so.
 * @see https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache-iam.html
 */
export class ImageCache extends Construct {
  /** For what pulls through it. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: ImageCacheProps) {
    super(scope, id);
    const rules = props.registries.map(
      ({ registry, upstreamUrl, prefix, secretArn }) =>
        new EcrPullThroughCacheRule(this, registry.replaceAll(".", "-"), {
          ecrRepositoryPrefix: prefix,
          upstreamRegistryUrl: upstreamUrl,
          ...(secretArn !== null && { credentialArn: secretArn }),
        }),
    );
    const { hybridRoleName } = props;
    this.dependables = [
      ...rules,
      this.fills("policy", props.nodeRoleName, props),
      ...(hybridRoleName === undefined ? [] : [this.fills("hybrid-policy", hybridRoleName, props)]),
    ];
  }

  private fills(id: string, role: string, { registries, partition, region, account }: ImageCacheProps): IamRolePolicy {
    return new IamRolePolicy(this, id, {
      name: "image-cache",
      role,
      policy: policyDocument([
        {
          sid: "FillCache",
          actions: ["ecr:BatchImportUpstreamImage", "ecr:CreateRepository"],
          resources: registries.map(({ prefix }) => `arn:${partition}:ecr:${region}:${account}:repository/${prefix}/*`),
        },
      ]),
    });
  }
}
