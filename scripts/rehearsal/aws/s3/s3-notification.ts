import type { CloudApi } from "../../cloud/cloud-api";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes } from "../../value";
import { textOf } from "../../attribute-values";
import { BUCKET_REFERENCE } from "./s3-settings";

/** Blocks of a notification, and what the names that the provider gives them have in them. */
const TARGETS = { lambda_function: "lambda", queue: "queue", topic: "topic" };

export const S3_NOTIFICATION_KINDS = knownKinds({
  aws_s3_bucket_notification: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3/bucket_notification.go",
    ],
    defaults: { eventbridge: false },
    references: [BUCKET_REFERENCE],
    create: (object, api) => ({
      id: textOf(object, "bucket"),
      ...Object.fromEntries(
        Object.entries(TARGETS).map(([name, word]) => [
          name,
          mapBlocks(object, name, (block) => named(block, word, api)),
        ]),
      ),
    }),
  },
});

function named(block: Attributes, word: string, api: CloudApi): Attributes {
  return { ...block, id: textOf(block, "id") ?? `tf-s3-${word}-${api.hex(26, JSON.stringify(block))}` };
}
