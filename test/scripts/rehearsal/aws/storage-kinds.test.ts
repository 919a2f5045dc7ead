import { BUDGET_KINDS } from "../../../../scripts/rehearsal/aws/budget";
import { DYNAMODB_TABLE_KINDS } from "../../../../scripts/rehearsal/aws/dynamodb-table";
import { ECR_REPOSITORY_KINDS } from "../../../../scripts/rehearsal/aws/ecr-repository";
import { FSX_DATA_REPOSITORY_KINDS } from "../../../../scripts/rehearsal/aws/fsx/fsx-data-repository";
import { FSX_OPENZFS_KINDS } from "../../../../scripts/rehearsal/aws/fsx/fsx-openzfs";
import { FSX_LUSTRE_KINDS } from "../../../../scripts/rehearsal/aws/fsx/fsx-lustre";
import { S3_BUCKET_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-bucket";
import { S3_DATA_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-data";
import { S3_LIFECYCLE_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-lifecycle";
import { S3_NOTIFICATION_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-notification";
import { S3_OBJECT_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-object";
import { S3_POLICY_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-policy";
import { S3_SETTINGS_KINDS } from "../../../../scripts/rehearsal/aws/s3/s3-settings";
import { SECRETSMANAGER_SECRET_KINDS } from "../../../../scripts/rehearsal/aws/secretsmanager-secret";
import { SNS_TOPIC_KINDS } from "../../../../scripts/rehearsal/aws/sns-topic";
import { SQS_QUEUE_KINDS } from "../../../../scripts/rehearsal/aws/sqs-queue";
import { loadSchema } from "../../../../scripts/rehearsal/schema/load-schema";
import { fakeCloud } from "./fake-cloud";
import { namesOf, unknownPaths } from "./kind-paths";
import { ROOT } from "../../../helpers/process";

const KINDS = {
  ...S3_BUCKET_KINDS,
  ...S3_LIFECYCLE_KINDS,
  ...S3_NOTIFICATION_KINDS,
  ...S3_OBJECT_KINDS,
  ...S3_POLICY_KINDS,
  ...S3_SETTINGS_KINDS,
  ...FSX_LUSTRE_KINDS,
  ...FSX_OPENZFS_KINDS,
  ...FSX_DATA_REPOSITORY_KINDS,
  ...BUDGET_KINDS,
  ...DYNAMODB_TABLE_KINDS,
  ...ECR_REPOSITORY_KINDS,
  ...SECRETSMANAGER_SECRET_KINDS,
  ...SNS_TOPIC_KINDS,
  ...SQS_QUEUE_KINDS,
};

const { resources, dataSources } = loadSchema({
  root: ROOT,
  provider: "aws",
  resources: Object.keys(KINDS),
  dataSources: Object.keys(S3_DATA_KINDS),
});

/** Computed attributes that stay empty, or that only config gives. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  aws_s3_bucket: ["acl", "hosted_zone_id", "website_domain", "website_endpoint"],
  aws_s3_object: [
    "acl",
    "checksum_crc32",
    "checksum_crc32c",
    "checksum_crc64nvme",
    "checksum_sha1",
    "checksum_sha256",
    "kms_key_id",
  ],
  aws_budgets_budget: ["limit_amount", "limit_unit"],
  aws_dynamodb_table: ["hash_key"],
  aws_sns_topic: ["beginning_archive_time", "fifo_throughput_scope", "policy"],
};

describe.each(Object.entries(KINDS))("%s", (type, kind) => {
  const schema = resources[type]!;

  test("names only what its schema has", () => {
    expect(unknownPaths(kind, schema)).toEqual([]);
  });

  test("recomputes only what is computed", () => {
    const recomputed = Object.keys(kind.recomputed ?? {});
    expect(recomputed.filter((name) => !schema.attributes[name]!.computed)).toEqual([]);
  });

  test("tells every computed attribute of a new object, and nothing that is not there", () => {
    const made = kind.create({ bucket: "some", name: "some", key: "some", ecr_repository_prefix: "some" }, fakeCloud());
    expect(Object.keys(made).filter((name) => !namesOf(schema).includes(name))).toEqual([]);
    expect(typeof made["id"]).toBe("string");
    const silent = Object.keys(schema.attributes).filter(
      (name) => schema.attributes[name]!.computed && !(name in made) && !["tags_all", "region"].includes(name),
    );
    // what the provider settles by itself has no need to wait for apply
    expect(silent.filter((name) => !(name in (kind.defaults ?? {})))).toEqual(SILENT[type] ?? []);
  });

  test("says where it was read", () => {
    expect(kind.source.length).toBeGreaterThan(0);
    for (const source of kind.source) expect(source).toMatch(/^https:\/\//);
  });
});

test("data have only what their schemas have", () => {
  for (const [type, kind] of Object.entries(S3_DATA_KINDS)) {
    const data = kind.read({ bucket: "some" }, fakeCloud());
    expect(Object.keys(data).filter((name) => !namesOf(dataSources[type]!).includes(name))).toEqual([]);
    for (const source of kind.source) expect(source).toMatch(/^https:\/\//);
  }
});
