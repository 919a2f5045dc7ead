import { ENVIRONMENT_TAG } from "../../../config/owner/tags";
import {
  GetOpenIDConnectProviderCommand,
  GetPolicyCommand,
  GetRoleCommand,
  IAMClient,
  ListAttachedRolePoliciesCommand,
} from "@aws-sdk/client-iam";
import { GetResourcesCommand, ResourceGroupsTaggingAPIClient } from "@aws-sdk/client-resource-groups-tagging-api";
import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { GITHUB_ISSUER } from "../../../constructs/ci/github-trust";
import type { AwsAccess } from "../../lib/aws/access";
import { awsFailure } from "../../lib/aws/failure";
import { ExpectedError } from "../../lib/errors/expected-error";

export interface FindContext {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  /** State bucket of the environment. */
  readonly bucket: string;
  /** A name that an argument refers to, as in `${aws_iam_role.ci_plan.name}`. */
  readonly nameOf: (argument: unknown) => string;
}

/** The id by which Terraform imports a resource that is there; null when it is not. */
export type Find = (argumentsOf: Readonly<Record<string, unknown>>, context: FindContext) => Promise<string | null>;

/** A setting of the bucket, which is there when a call answers with it. */
const setting =
  (ask: (s3: S3Client, input: { Bucket: string }) => Promise<unknown>): Find =>
  async (_, { aws, bucket }) =>
    (await ask(aws.client(S3Client), { Bucket: bucket })) ? bucket : null;

/**
 * How each resource of a bootstrap stack is found in the account. All of them have names of their own but the key: it is
 * the one that encrypts the bucket, or that carries the tags.
 */
export const FINDERS: Readonly<Record<string, Find>> = {
  aws_s3_bucket: findBucket,
  aws_s3_bucket_versioning: setting(
    async (s3, input) => (await s3.send(new GetBucketVersioningCommand(input))).Status !== undefined,
  ),
  aws_s3_bucket_server_side_encryption_configuration: setting((s3, input) =>
    s3.send(new GetBucketEncryptionCommand(input)),
  ),
  aws_s3_bucket_public_access_block: setting((s3, input) => s3.send(new GetPublicAccessBlockCommand(input))),
  aws_s3_bucket_ownership_controls: setting((s3, input) => s3.send(new GetBucketOwnershipControlsCommand(input))),
  aws_s3_bucket_policy: setting((s3, input) => s3.send(new GetBucketPolicyCommand(input))),
  aws_s3_bucket_lifecycle_configuration: setting((s3, input) =>
    s3.send(new GetBucketLifecycleConfigurationCommand(input)),
  ),
  aws_kms_key: findKey,
  aws_iam_role: async ({ name }, { aws, nameOf }) => {
    const { Role } = await aws.client(IAMClient).send(new GetRoleCommand({ RoleName: nameOf(name) }));
    return Role?.RoleName ?? null;
  },
  aws_iam_policy: async ({ name }, { aws, nameOf, environment }) => {
    const arn = policyArn(environment, nameOf(name));
    const { Policy } = await aws.client(IAMClient).send(new GetPolicyCommand({ PolicyArn: arn }));
    return Policy?.Arn ?? null;
  },
  aws_iam_role_policy_attachment: async ({ role, policy_arn }, { aws, nameOf, environment }) => {
    const [roleName, arn] = [nameOf(role), policyArn(environment, nameOf(policy_arn))];
    // a role has up to 20 policies, and an answer up to 100
    const { AttachedPolicies = [] } = await aws
      .client(IAMClient)
      .send(new ListAttachedRolePoliciesCommand({ RoleName: roleName }));
    return AttachedPolicies.some(({ PolicyArn }) => PolicyArn === arn) ? `${roleName}/${arn}` : null;
  },
  aws_iam_openid_connect_provider: findProvider,
};

const policyArn = ({ partition, account }: AwsEnvironment, name: string) =>
  `arn:${partition}:iam::${account}:policy/${name}`;

/** HEAD has no body, so that the status is all that is known. */
async function findBucket(_: unknown, { aws, bucket, environment }: FindContext): Promise<string | null> {
  const { account, region } = environment;
  try {
    await aws.client(S3Client).send(new HeadBucketCommand({ Bucket: bucket, ExpectedBucketOwner: account }));
    return bucket;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 403)
      throw new ExpectedError(
        `The bucket ${bucket} is there, and these credentials may not see it: another account has the name, or s3:ListBucket is missing.\n` +
          'Where it is another\'s, choose a name of your own: state: { kind: "s3", bucket: "…" }.',
      );
    if (status === 301 || status === 400)
      throw new ExpectedError(
        `The bucket ${bucket} is there, but not in ${region}. Choose another name, in state.bucket, or its Region.`,
      );
    throw error;
  }
}

async function findKey(_: unknown, context: FindContext): Promise<string | null> {
  const { aws, bucket, environment } = context;
  const { account, region, partition, names } = environment;
  const own = `arn:${partition}:kms:${region}:${account}:key/`;
  const arn = (await encryptionKey(aws, bucket)) ?? "";
  if (arn.startsWith(own)) return arn.slice(own.length);
  const { ResourceTagMappingList = [] } = await aws.client(ResourceGroupsTaggingAPIClient).send(
    new GetResourcesCommand({
      ResourceTypeFilters: ["kms:key"],
      TagFilters: [
        { Key: ENVIRONMENT_TAG, Values: [environment.name] },
        { Key: "Name", Values: [names.keyAlias("state")] },
      ],
    }),
  );
  const arns = ResourceTagMappingList.map(({ ResourceARN = "" }) => ResourceARN);
  if (arns.length > 1)
    throw new ExpectedError(
      `Several keys are tagged as the state's of ${environment.name}: ${arns.join(", ")}. Take the tag Name off those that are not.`,
    );
  return arns[0]?.split("/").at(-1) ?? null;
}

async function encryptionKey(aws: AwsAccess, bucket: string): Promise<string | undefined> {
  try {
    const { ServerSideEncryptionConfiguration } = await aws
      .client(S3Client)
      .send(new GetBucketEncryptionCommand({ Bucket: bucket }));
    return ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault?.KMSMasterKeyID;
  } catch (error) {
    if (awsFailure(error, "s3:GetEncryptionConfiguration").kind === "not-found") return undefined;
    throw error;
  }
}

/** The provider is everybody's in the account: only who made it may manage it. */
async function findProvider(_: unknown, { aws, environment }: FindContext): Promise<string | null> {
  const { partition, account, name } = environment;
  const arn = `arn:${partition}:iam::${account}:oidc-provider/${GITHUB_ISSUER}`;
  const { Tags = [] } = await aws
    .client(IAMClient)
    .send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: arn }));
  const owner = Tags.find(({ Key }) => Key === ENVIRONMENT_TAG)?.Value;
  if (owner === name) return arn;
  throw new ExpectedError(
    `The account ${account} has GitHub's OIDC provider already${owner === undefined ? "" : `, made by ${owner}`}. Write ci: { provider: "existing" } in ${name}.`,
  );
}
