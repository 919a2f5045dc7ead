import type { CloudApi } from "../../cloud/cloud-api";
import type { Reference, Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, numberOf, textOf } from "../../attribute-values";
import { isOwnBucket } from "./s3-bucket";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3";
const lockGuide = `${guide}/userguide/object-lock-configure.html`;
const lockApi = `${guide}/API/API_PutObjectLockConfiguration.html`;

/** Every setting of a bucket names it. */
export const BUCKET_REFERENCE: Reference = { path: "bucket", to: ["aws_s3_bucket"], missing: "NoSuchBucket" };

/** Settings are known by the bucket, and by its owner where that is given. */
export function settingId(object: Attributes): string {
  const owner = textOf(object, "expected_bucket_owner");
  return owner ? `${textOf(object, "bucket")},${owner}` : `${textOf(object, "bucket")}`;
}

export const S3_SETTINGS_KINDS = knownKinds({
  aws_s3_bucket_versioning: {
    source: [`${provider}/bucket_versioning.go`, `${guide}/API/API_PutBucketVersioning.html`, lockGuide],
    references: [BUCKET_REFERENCE],
    refuse: versioningRefusals,
    create: (object) => ({
      id: settingId(object),
      versioning_configuration: mapBlocks(object, "versioning_configuration", (block) => ({
        ...block,
        mfa_delete: textOf(block, "mfa_delete") ?? "",
      })),
    }),
  },
  aws_s3_bucket_server_side_encryption_configuration: {
    // S3 does not look whether the key exists, so neither is it looked up here.
    source: [`${provider}/bucket_server_side_encryption_configuration.go`, `${guide}/API/API_PutBucketEncryption.html`],
    references: [BUCKET_REFERENCE],
    refuse: (object) => blocksOf(object, "rule").flatMap(encryptionRefusals),
    create: (object) => ({ id: settingId(object) }),
  },
  aws_s3_bucket_public_access_block: {
    source: [`${provider}/bucket_public_access_block.go`],
    defaults: {
      block_public_acls: false,
      block_public_policy: false,
      ignore_public_acls: false,
      restrict_public_buckets: false,
    },
    references: [BUCKET_REFERENCE],
    create: (object) => ({ id: settingId(object) }),
  },
  aws_s3_bucket_ownership_controls: {
    source: [`${provider}/bucket_ownership_controls.go`],
    references: [BUCKET_REFERENCE],
    create: (object) => ({ id: settingId(object) }),
  },
  aws_s3_bucket_object_lock_configuration: {
    source: [`${provider}/bucket_object_lock_configuration.go`, lockApi, lockGuide],
    defaults: { object_lock_enabled: "Enabled" },
    sensitive: ["token"],
    references: [BUCKET_REFERENCE],
    refuse: lockRefusals,
    create: (object) => ({ id: settingId(object) }),
  },
});

function status(object: Attributes | null): string | null {
  return textOf(blockOf(object, "versioning_configuration"), "status");
}

function versioningRefusals(object: Attributes, api: CloudApi, prior: Attributes | null): Refusal[] {
  const bucket = textOf(object, "bucket");
  const [before, after] = [status(prior), status(object)];
  if (before !== null && before !== "Disabled" && after === "Disabled") {
    const message = `versioning of bucket ${bucket} is ${before} and cannot be ${after} again; it can be Suspended`;
    return [{ code: "MalformedXML", message, source: `${provider}/bucket_versioning.go` }];
  }
  if (after !== "Suspended" || !isLocked(bucket, api)) return [];
  const message = `bucket ${bucket} has Object Lock, so its versioning cannot be suspended`;
  return [{ code: "InvalidBucketState", message, source: lockGuide }];
}

function isLocked(bucket: string | null, api: CloudApi): boolean {
  const locked = ({ attributes }: { attributes: Attributes }) => attributes["bucket"] === bucket;
  return (
    api.all("aws_s3_bucket_object_lock_configuration").some(locked) ||
    api.all("aws_s3_bucket").some((each) => locked(each) && each.attributes["object_lock_enabled"] === true)
  );
}

function encryptionRefusals(rule: Attributes): Refusal[] {
  return blocksOf(rule, "apply_server_side_encryption_by_default")
    .filter((block) => textOf(block, "kms_master_key_id") && textOf(block, "sse_algorithm") === "AES256")
    .map((block) => ({
      code: "InvalidArgument",
      message: `kms_master_key_id ${textOf(block, "kms_master_key_id")} goes with aws:kms or aws:kms:dsse, not with AES256`,
      source: `${guide}/API/API_ServerSideEncryptionByDefault.html`,
    }));
}

function lockRefusals(object: Attributes, api: CloudApi): Refusal[] {
  const bucket = textOf(object, "bucket");
  const refusals = blocksOf(object, "rule")
    .flatMap((rule) => blocksOf(rule, "default_retention"))
    .flatMap(retentionRefusals);
  if (!isOwnBucket(bucket, api) || isVersioned(bucket, api)) return refusals;
  const message = `bucket ${bucket} is not versioned, and Object Lock works only with versioned buckets`;
  return [...refusals, { code: "InvalidBucketState", message, source: lockGuide }];
}

/** Whether S3 keeps versions: also without being told to, in a bucket that is made with Object Lock. */
export function isVersioned(bucket: string | null, api: CloudApi): boolean {
  const made = api.get("aws_s3_bucket", bucket ?? "")?.attributes["object_lock_enabled"] === true;
  const versioning = api.all("aws_s3_bucket_versioning").filter(({ attributes }) => attributes["bucket"] === bucket);
  return made || versioning.some(({ attributes }) => status(attributes) === "Enabled");
}

function retentionRefusals(retention: Attributes): Refusal[] {
  const periods = [numberOf(retention, "days"), numberOf(retention, "years")].filter((period) => period !== null);
  const isWhole = textOf(retention, "mode") !== null && periods.length === 1 && periods.every((period) => period > 0);
  if (isWhole) return [];
  return [
    {
      code: "MalformedXML",
      message: `default retention ${JSON.stringify(retention)} needs a mode and either days or years`,
      source: lockApi,
    },
  ];
}
