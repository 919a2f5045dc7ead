import { blockOf, blocksOf, numberOf, textOf } from "../../attribute-values";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { bucketArn, isOwnBucket } from "./s3-bucket";
import { BUCKET_REFERENCE, isVersioned } from "./s3-settings";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest";
const put = `${guide}/API/API_PutBucketReplication.html`;
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3";

export const S3_REPLICATION_KINDS = knownKinds({
  aws_s3_bucket_replication_configuration: {
    source: [
      `${provider}/bucket_replication_configuration.go`,
      put,
      `${guide}/userguide/replication-requirements.html`,
    ],
    sensitive: ["token"],
    references: [BUCKET_REFERENCE],
    refuse: replicationRefusals,
    create: (object) => ({ id: textOf(object, "bucket") }),
  },
  aws_s3_bucket_metric: {
    source: [`${provider}/bucket_metric.go`],
    references: [BUCKET_REFERENCE],
    create: (object) => ({ id: `${textOf(object, "bucket")}:${textOf(object, "name")}` }),
  },
});

function replicationRefusals(object: Attributes, api: CloudApi): Refusal[] {
  const bucket = textOf(object, "bucket");
  const rules = blocksOf(object, "rule");
  const priorities = rules.map((rule) => numberOf(rule, "priority")).filter((each) => each !== null);
  return [
    ...(isOwnBucket(bucket, api) && !isVersioned(bucket, api)
      ? [refusal(`Versioning must be 'Enabled' on the bucket ${bucket} to apply a replication configuration`)]
      : []),
    ...(new Set(priorities).size < priorities.length
      ? [refusal(`two rules of bucket ${bucket} have the same priority: ${priorities.join(", ")}`)]
      : []),
    ...rules.flatMap((rule) => ruleRefusals(rule, bucket, api)),
  ];
}

function ruleRefusals(rule: Attributes, bucket: string | null, api: CloudApi): Refusal[] {
  const destination = blockOf(rule, "destination");
  const selected = blockOf(blockOf(rule, "source_selection_criteria"), "sse_kms_encrypted_objects");
  const key = textOf(blockOf(destination, "encryption_configuration"), "replica_kms_key_id");
  const isTimed = textOf(blockOf(destination, "replication_time"), "status") === "Enabled";
  return [
    ...(bucket !== null && textOf(destination, "bucket") === bucketArn(bucket, api)
      ? [refusal(`bucket ${bucket} is its own destination`)]
      : []),
    ...(textOf(selected, "status") === "Enabled" && key === null
      ? [refusal("sse_kms_encrypted_objects goes with a replica_kms_key_id in encryption_configuration")]
      : []),
    ...(isTimed && textOf(blockOf(destination, "metrics"), "status") !== "Enabled"
      ? [refusal("replication_time goes with metrics that are Enabled")]
      : []),
  ];
}

const refusal = (message: string): Refusal => ({ code: "InvalidRequest", message, source: put });
