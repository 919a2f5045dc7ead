import { createHash } from "node:crypto";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import type { CloudApi } from "../../cloud/cloud-api";
import { textOf } from "../../attribute-values";
import { bucketArn } from "./s3-bucket";
import { BUCKET_REFERENCE, isVersioned } from "./s3-settings";

/** Arguments whose change writes the object anew. */
const CONTENT = [
  "bucket_key_enabled",
  "cache_control",
  "checksum_algorithm",
  "content",
  "content_base64",
  "content_disposition",
  "content_encoding",
  "content_language",
  "content_type",
  "etag",
  "kms_key_id",
  "metadata",
  "server_side_encryption",
  "source",
  "source_hash",
  "storage_class",
  "website_redirect",
];

export const S3_OBJECT_KINDS = knownKinds({
  aws_s3_object: {
    source: ["https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3/object.go"],
    defaults: { force_destroy: false },
    recomputed: { etag: ["source_hash"], version_id: CONTENT },
    references: [BUCKET_REFERENCE],
    create: (object, api) => {
      const path = `${textOf(object, "bucket")}/${textOf(object, "key")?.replace(/^\/+/, "")}`;
      return {
        id: path,
        arn: bucketArn(path, api),
        bucket_key_enabled: false,
        content_type: "application/octet-stream",
        etag: entityTag(object, api),
        server_side_encryption: textOf(object, "kms_key_id") ? "aws:kms" : "AES256",
        storage_class: "STANDARD",
        version_id: isVersioned(textOf(object, "bucket"), api) ? api.hex(32, "version") : "",
      };
    },
  },
});

/** Of text that S3 encrypts with keys of its own, the MD5; of anything else, digits that say nothing. */
function entityTag(object: Attributes, api: CloudApi): string {
  const content = textOf(object, "content");
  if (content === null || textOf(object, "kms_key_id")) return api.hex(32, "etag");
  return createHash("md5").update(content).digest("hex");
}
