import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { parseArn } from "../arn";
import { textOf } from "../../attribute-values";
import { refusePolicy } from "../iam/iam-policy";
import { parsePolicy, textsOfElement } from "../iam/policy-statements";
import { isPublicPolicy, PUBLIC_POLICY_SOURCE } from "./public-policy";
import { isOwnBucket } from "./s3-bucket";
import { BUCKET_REFERENCE } from "./s3-settings";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest";

/** Bytes of one bucket policy. */
const LARGEST = { bytes: 20 * 1024, source: `${guide}/userguide/access-grants.html` };

export const S3_POLICY_KINDS = knownKinds({
  aws_s3_bucket_policy: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3/bucket_policy.go",
      `${guide}/API/API_PutBucketPolicy.html`,
    ],
    json: ["policy"],
    references: [BUCKET_REFERENCE],
    refuse: (object, api) => [...malformed(object, api), ...denied(object, api)],
    create: (object) => ({ id: textOf(object, "bucket") }),
  },
});

function malformed(object: Attributes, api: CloudApi): Refusal[] {
  const policy = textOf(object, "policy") ?? "";
  const code = "MalformedPolicy";
  const size = Buffer.byteLength(policy);
  const refusals = refusePolicy(policy, { use: "resource", partition: api.partition, code });
  if (size > LARGEST.bytes)
    refusals.push({ code, message: `the policy has ${size} bytes; S3 takes ${LARGEST.bytes}`, source: LARGEST.source });
  return [...refusals, ...foreignResources(policy, textOf(object, "bucket") ?? "")];
}

/** A bucket policy is about its own bucket. Patterns are left out: they may cover it. */
function foreignResources(policy: string, bucket: string): Refusal[] {
  return (parsePolicy(policy)?.statements ?? [])
    .flatMap((statement) => textsOfElement(statement["Resource"]))
    .filter((resource) => {
      const arn = parseArn(resource);
      const named =
        arn?.service === "s3" && arn.region === "" && arn.account === "" ? arn.resource.split("/")[0] : null;
      return named && named !== bucket && !/[*?$]/.test(named);
    })
    .map((resource) => ({
      code: "MalformedPolicy",
      message: `Policy has invalid resource: ${resource} is not of bucket ${bucket}`,
      source: `${guide}/userguide/hostingwebsiteons3setup.html`,
    }));
}

function denied(object: Attributes, api: CloudApi): Refusal[] {
  const bucket = textOf(object, "bucket");
  if (!isPublicPolicy(textOf(object, "policy") ?? "") || !blocksPublicPolicy(bucket, api)) return [];
  return [
    {
      code: "AccessDenied",
      message: `the policy makes bucket ${bucket} public, which its settings of Block Public Access forbid`,
      source: PUBLIC_POLICY_SOURCE,
    },
  ];
}

/** A bucket blocks public policies from the start; its own settings and those of the account are then what counts. */
function blocksPublicPolicy(bucket: string | null, api: CloudApi): boolean {
  const on = ({ attributes }: { readonly attributes: Attributes }) => attributes["block_public_policy"] === true;
  if (api.all("aws_s3_account_public_access_block").some(on)) return true;
  const own = api.all("aws_s3_bucket_public_access_block").filter(({ attributes }) => attributes["bucket"] === bucket);
  return own.length > 0 ? own.some(on) : isOwnBucket(bucket, api);
}
