import { GetBucketNotificationConfigurationCommand, S3Client, type FilterRule } from "@aws-sdk/client-s3";
import { isLinked } from "../../../config/checkpoints/link-rules";
import type { CheckResult, PreflightCheck } from "../check";

const IMPORT = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoimport-data-repo-dra.html";
const OVERLAP = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html";

/** Name that FSx gives what it writes. */
const OWN = "FSx";

interface Notification {
  readonly Id?: string | undefined;
  readonly Events?: readonly string[] | undefined;
  readonly Filter?:
    | { readonly Key?: { readonly FilterRules?: readonly FilterRule[] | undefined } | undefined }
    | undefined;
}

/** A bucket has one notification configuration: FSx adds its own part to what is there. */
export const BUCKET_NOTIFICATIONS: PreflightCheck = {
  id: "checkpoints/bucket-notifications",
  title: "Notifications of an existing bucket leave room for those by which Lustre imports.",
  actions: ["s3:GetBucketNotification"],
  run: async ({ environment, aws }) => {
    const { checkpoints } = environment;
    if (checkpoints?.bucket.kind !== "existing" || !isLinked(environment)) return [];
    if ((checkpoints.warm?.import.length ?? 0) === 0) return [];
    const subject = checkpoints.bucket.name;
    const found = await aws
      .client(S3Client)
      .send(
        new GetBucketNotificationConfigurationCommand({ Bucket: subject, ExpectedBucketOwner: environment.account }),
      );
    const all: readonly Notification[] = [
      ...(found.TopicConfigurations ?? []),
      ...(found.QueueConfigurations ?? []),
      ...(found.LambdaFunctionConfigurations ?? []),
    ];
    const others = all.filter(({ Id }) => Id !== OWN);
    const near = others.filter((one) => overlaps(one, checkpoints.prefix));
    if (near.length > 0) return [overlapping(subject, near, checkpoints.prefix)];
    const kept = others.length > 0 ? `${others.length} of others, beside what Lustre imports` : "none but FSx's own";
    return [{ verdict: "ok", subject, text: `notifications: ${kept}` }];
  },
};

function overlapping(subject: string, near: readonly Notification[], prefix: string): CheckResult {
  const names = near.map(({ Id }) => Id ?? "one without a name").join(", ");
  return {
    verdict: "unknown",
    subject,
    text: `${names} tells of the same objects under ${prefix}: S3 takes no two notifications of one event whose prefixes overlap, and no document says for which events and prefix FSx asks`,
    fix: "Move these to EventBridge, which overlaps with nothing, or give them another prefix; or write warm.import: [].",
    source: near.every(({ Events = [] }) => Events.length > 0) ? OVERLAP : IMPORT,
  };
}

/** Whether it tells of objects that come, change or go under the prefix. A suffix makes it narrower; S3 still compares prefixes. */
function overlaps({ Events = [], Filter }: Notification, prefix: string): boolean {
  if (!Events.some((event) => /^s3:(ObjectCreated|ObjectRemoved):/.test(event))) return false;
  const rules = Filter?.Key?.FilterRules ?? [];
  const own = rules.find(({ Name }) => Name?.toLowerCase() === "prefix")?.Value ?? "";
  return own.startsWith(prefix) || prefix.startsWith(own);
}
