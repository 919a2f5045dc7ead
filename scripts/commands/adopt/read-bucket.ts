import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  GetPublicAccessBlockCommand,
  ListBucketsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { ask, askMaybe, notThere } from "./ask";
import { statementsOf } from "./compare";
import type { Found, FoundPart } from "./found";
import { ownerOf } from "./owner";

export interface ReadBucketProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  readonly kind: "checkpointBucket" | "stateBucket";
  readonly name: string;
}

/** A bucket with its settings. Each of them is a resource, and is imported by the name of the bucket. */
export async function readBucket({ aws, environment, kind, name }: ReadBucketProps): Promise<Found> {
  const s3 = aws.client(S3Client);
  // another account may have opened a bucket of this name
  const at = { Bucket: name, ExpectedBucketOwner: environment.account };
  const folder = kind === "stateBucket" ? "state" : "checkpoints";
  const location = await askMaybe("s3:GetBucketLocation", () => s3.send(new GetBucketLocationCommand(at)));
  if (!location) {
    const { Buckets = [] } = await ask("s3:ListAllMyBuckets", () => s3.send(new ListBucketsCommand({})));
    throw notThere(
      "bucket",
      name,
      `account ${environment.account}`,
      Buckets.map(({ Name = "" }) => Name),
    );
  }
  const region = regionOf(location.LocationConstraint);
  if (region !== environment.region)
    // its settings can only be asked in its own Region
    return { kind, id: name, parts: [], notes: [], obstacles: [elsewhere(name, region, environment)] };
  const versioning = await ask("s3:GetBucketVersioning", () => s3.send(new GetBucketVersioningCommand(at)));
  const encryption = await askMaybe("s3:GetEncryptionConfiguration", () => s3.send(new GetBucketEncryptionCommand(at)));
  const access = await askMaybe("s3:GetBucketPublicAccessBlock", () => s3.send(new GetPublicAccessBlockCommand(at)));
  const ownership = await askMaybe("s3:GetBucketOwnershipControls", () =>
    s3.send(new GetBucketOwnershipControlsCommand(at)),
  );
  const policy = await askMaybe("s3:GetBucketPolicy", () => s3.send(new GetBucketPolicyCommand(at)));
  const lifecycle = await askMaybe("s3:GetLifecycleConfiguration", () =>
    s3.send(new GetBucketLifecycleConfigurationCommand(at)),
  );
  const lock = await askMaybe("s3:GetBucketObjectLockConfiguration", () =>
    s3.send(new GetObjectLockConfigurationCommand(at)),
  );
  const tagging = await askMaybe("s3:GetBucketTagging", () => s3.send(new GetBucketTaggingCommand(at)));
  const owner = ownerOf(name, tagging?.TagSet ?? [], environment);
  const settings: Record<string, FoundPart["actual"] | null> = {
    bucket: { bucket: name, object_lock_enabled: lock?.ObjectLockConfiguration?.ObjectLockEnabled === "Enabled" },
    versioning: versioning.Status ? { "versioning_configuration.status": versioning.Status } : null,
    encryption: encryptionOf(encryption?.ServerSideEncryptionConfiguration?.Rules?.[0]),
    "public-access": accessOf(access?.PublicAccessBlockConfiguration),
    ownership: ownership ? { "rule.object_ownership": ownership.OwnershipControls?.Rules?.[0]?.ObjectOwnership } : null,
    policy: policy ? { policy: statementsOf(policy.Policy ?? "") } : null,
    lifecycle: lifecycle ? { rule: (lifecycle.Rules ?? []).map(({ ID }) => ID ?? "one without an id") } : null,
    "object-lock": lock?.ObjectLockConfiguration?.Rule ? {} : null,
  };
  return {
    kind,
    id: name,
    parts: Object.entries(settings).flatMap(([part, actual]) =>
      actual ? [{ place: `${folder}/${part}`, id: name, actual }] : [],
    ),
    obstacles: owner.obstacles,
    notes: [
      ...owner.notes,
      ...(policy ? [`the policy of ${name} becomes that of the environment: other statements go`] : []),
      ...(lifecycle ? [`the lifecycle rules of ${name} become those of the config: others go`] : []),
    ],
  };
}

/** S3 has two old words: nothing for us-east-1, and EU for eu-west-1. */
function regionOf(constraint: string | undefined): string {
  if (!constraint) return "us-east-1";
  return constraint === "EU" ? "eu-west-1" : constraint;
}

const elsewhere = (name: string, there: string, { region, name: environment }: AwsEnvironment) => ({
  text: `bucket ${name} is in ${there}, and ${environment} in ${region}: a bucket stays in its Region`,
  fix: "use it without managing it: checkpoints.bucket.kind: existing; or copy the objects to a bucket of this Region",
});

interface EncryptionRule {
  readonly ApplyServerSideEncryptionByDefault?: { readonly SSEAlgorithm?: string; readonly KMSMasterKeyID?: string };
  readonly BucketKeyEnabled?: boolean;
}

function encryptionOf(rule: EncryptionRule | undefined): FoundPart["actual"] | null {
  if (!rule) return null;
  const { SSEAlgorithm, KMSMasterKeyID } = rule.ApplyServerSideEncryptionByDefault ?? {};
  const path = "rule.apply_server_side_encryption_by_default";
  return {
    [`${path}.sse_algorithm`]: SSEAlgorithm ?? null,
    [`${path}.kms_master_key_id`]: KMSMasterKeyID ?? null,
    "rule.bucket_key_enabled": rule.BucketKeyEnabled ?? false,
  };
}

interface Access {
  readonly BlockPublicAcls?: boolean;
  readonly BlockPublicPolicy?: boolean;
  readonly IgnorePublicAcls?: boolean;
  readonly RestrictPublicBuckets?: boolean;
}

function accessOf(access: Access | undefined): FoundPart["actual"] | null {
  if (!access) return null;
  return {
    block_public_acls: access.BlockPublicAcls ?? false,
    block_public_policy: access.BlockPublicPolicy ?? false,
    ignore_public_acls: access.IgnorePublicAcls ?? false,
    restrict_public_buckets: access.RestrictPublicBuckets ?? false,
  };
}
