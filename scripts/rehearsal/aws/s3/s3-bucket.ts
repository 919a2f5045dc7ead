import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { numberOf, textOf } from "../../attribute-values";
import { nameAndPrefix } from "../ec2/ec2-ids";
import { bucketNameRefusals } from "./s3-bucket-name";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3";

export const S3_BUCKET_KINDS = knownKinds({
  aws_s3_bucket: {
    source: [`${provider}/bucket.go`, `${guide}/API/API_CreateBucket.html`, `${guide}/API/ErrorResponses.html`],
    // settings that resources of their own have made since version 4 of the provider
    computedBlocks: [
      "cors_rule",
      "grant",
      "lifecycle_rule",
      "logging",
      "object_lock_configuration",
      "replication_configuration",
      "server_side_encryption_configuration",
      "versioning",
      "website",
    ],
    defaults: { force_destroy: false, "versioning.enabled": false, "versioning.mfa_delete": false },
    json: ["policy"],
    unique: [{ by: ["bucket"], code: "BucketAlreadyOwnedByYou", source: `${guide}/API/API_CreateBucket.html` }],
    refuse: (object, _api, prior) => (prior === null ? bucketNameRefusals(textOf(object, "bucket")) : []),
    refuseDelete: notEmpty,
    create: (object, api) => {
      const given = { name: textOf(object, "bucket"), prefix: textOf(object, "bucket_prefix") };
      const { name, name_prefix: prefix } = nameAndPrefix(given, api);
      return {
        id: name,
        bucket: name,
        bucket_prefix: prefix,
        object_lock_enabled: false,
        acceleration_status: "",
        request_payer: "BucketOwner",
        policy: "",
        ...bucketAddress(name, api),
      };
    },
  },
});

/** What follows from the name of a bucket. Route 53's zone of S3 and the website's address are left out. */
export function bucketAddress(bucket: string, api: CloudApi): Attributes {
  const domain = domainOf(api.partition);
  return {
    arn: bucketArn(bucket, api),
    bucket_domain_name: `${bucket}.s3.${domain}`,
    bucket_regional_domain_name: `${bucket}.s3.${api.region}.${domain}`,
    bucket_region: api.region,
  };
}

/** Names of buckets are unique in a partition, so their ARNs have neither Region nor account. */
export function bucketArn(bucket: string, api: CloudApi): string {
  return `arn:${api.partition}:s3:::${bucket}`;
}

/** Whether this environment has made a bucket. Of one that others have made only the name is known. */
export function isOwnBucket(bucket: string | null, api: CloudApi): boolean {
  return textOf(api.get("aws_s3_bucket", bucket ?? "")?.attributes ?? null, "arn") !== null;
}

/** `objects` is no attribute of the resource: a drift file sets it, for what jobs have written. */
function notEmpty(object: Attributes, api: CloudApi): Refusal[] {
  if (object["force_destroy"] === true) return [];
  const bucket = textOf(object, "bucket");
  const managed = api.all("aws_s3_object").filter(({ attributes }) => attributes["bucket"] === bucket).length;
  const objects = managed + (numberOf(object, "objects") ?? 0);
  if (objects === 0) return [];
  return [
    {
      code: "BucketNotEmpty",
      message: `bucket ${bucket} has ${objects} objects; all objects and versions must be deleted first`,
      source: `${guide}/API/API_DeleteBucket.html`,
    },
  ];
}
