import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { S3BucketReplicationConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-replication-configuration";
import { BucketReplication, type BucketReplicationProps } from "../../../constructs/storage/bucket-replication";
import { CheckpointBucket } from "../../../constructs/storage/checkpoint-bucket";
import { replicaOwnerStatements, type ReplicaProps } from "../../../constructs/storage/replica-policy";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const COPY_KEY = "arn:aws:kms:us-west-2:111122223333:key/22222222-2222-3333-4444-555555555555";
const TO: ReplicaProps = {
  partition: "aws",
  bucketName: "copies",
  region: "us-west-2",
  account: "111122223333",
  sourceAccount: "111122223333",
  kmsKeyArn: COPY_KEY,
  deleteMarkers: false,
};
const OTHER_ACCOUNT = { account: "444455556666" };

const synth = (props: Partial<BucketReplicationProps> = {}, to: Partial<ReplicaProps> = {}): Json =>
  synthStack((stack) => {
    const store = new CheckpointBucket(stack, "checkpoints", {
      bucketName: "lab-checkpoints",
      logicalId: "checkpoints",
      accountId: "111122223333",
      partition: "aws",
      kmsKeyArn: KEY,
    });
    new BucketReplication(stack, "replication", {
      store,
      region: "us-east-1",
      roleName: "lab-replication",
      logicalId: "checkpoints_replication",
      to: { ...TO, ...to },
      rules: [{ id: "all", prefix: "" }],
      timeControl: true,
      ...props,
    });
  });

const rulesOf = (json: Json): Json[] => only(json, S3BucketReplicationConfigurationA).rule;
const statementsOf = (json: Json): Json[] => JSON.parse(only(json, IamRolePolicy).policy).Statement;
const actionsOf = (json: Json): string[] => statementsOf(json).flatMap((statement) => statement.Action);

test("copies what a key has encrypted, with the key there, in time and with metrics", () => {
  const json = synth();
  expect(Object.keys(resources(json, S3BucketReplicationConfigurationA))).toEqual(["checkpoints_replication"]);
  expect(rulesOf(json)).toEqual([
    {
      id: "all",
      priority: 1,
      status: "Enabled",
      filter: { prefix: "" },
      delete_marker_replication: { status: "Disabled" },
      source_selection_criteria: { sse_kms_encrypted_objects: { status: "Enabled" } },
      destination: {
        bucket: "arn:aws:s3:::copies",
        encryption_configuration: { replica_kms_key_id: COPY_KEY },
        metrics: { status: "Enabled", event_threshold: { minutes: 15 } },
        replication_time: { status: "Enabled", time: { minutes: 15 } },
      },
    },
  ]);
});

test("metrics stay without time control, deletes and classes go as they are said", () => {
  const [rule] = rulesOf(synth({ timeControl: false, storageClass: "GLACIER_IR" }, { deleteMarkers: true }));
  expect(rule!.destination.metrics).toEqual({ status: "Enabled" });
  expect(rule!.destination.replication_time).toBeUndefined();
  expect(rule!.destination.storage_class).toBe("GLACIER_IR");
  expect(rule!.delete_marker_replication).toEqual({ status: "Enabled" });
});

test("each prefix has a rule, and a priority of its own; the role reaches no other one", () => {
  const rules = ["checkpoints", "railyard"].map((id) => ({ id, prefix: `${id}/` }));
  const json = synth({ rules });
  expect(rulesOf(json).map(({ id, priority, filter }) => [id, priority, filter.prefix])).toEqual([
    ["checkpoints", 1, "checkpoints/"],
    ["railyard", 2, "railyard/"],
  ]);
  const reached = (sid: string) => statementsOf(json).find(({ Sid }) => Sid === sid)?.Resource;
  expect(reached("ReadVersions")).toEqual([
    "${aws_s3_bucket.checkpoints.arn}/checkpoints/*",
    "${aws_s3_bucket.checkpoints.arn}/railyard/*",
  ]);
  expect(reached("WriteCopies")).toEqual(["arn:aws:s3:::copies/checkpoints/*", "arn:aws:s3:::copies/railyard/*"]);
});

test("the role is made with its policy before anything is copied: S3 tries no failed copy again", () => {
  const json = synth();
  expect(only(json, S3BucketReplicationConfigurationA).depends_on).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^aws_iam_role_policy\./),
      expect.stringMatching(/^aws_s3_bucket_versioning\./),
      expect.stringMatching(/^aws_s3_bucket_server_side_encryption_configuration\./),
    ]),
  );
  expect(JSON.parse(only(json, IamRole).assume_role_policy).Statement).toEqual([
    { Sid: "Assume", Effect: "Allow", Principal: { Service: "s3.amazonaws.com" }, Action: "sts:AssumeRole" },
  ]);
});

test("the role may copy, and neither delete, nor change an owner, nor read locks where there is none of it", () => {
  expect(actionsOf(synth())).toEqual([
    "s3:GetReplicationConfiguration",
    "s3:ListBucket",
    "s3:GetObjectVersionForReplication",
    "s3:GetObjectVersionAcl",
    "s3:GetObjectVersionTagging",
    "s3:ReplicateObject",
    "s3:ReplicateTags",
    "kms:Decrypt",
    "kms:Encrypt",
    "kms:GenerateDataKey",
    "kms:Decrypt",
  ]);
  expect(actionsOf(synth({ locked: true }, { deleteMarkers: true, ...OTHER_ACCOUNT }))).toEqual(
    expect.arrayContaining([
      "s3:GetObjectRetention",
      "s3:GetObjectLegalHold",
      "s3:ReplicateDelete",
      "s3:ObjectOwnerOverrideToBucketOwner",
    ]),
  );
});

test("a bucket of that name which another account has made gets nothing", () => {
  const conditions = (to: Partial<ReplicaProps> = {}) =>
    statementsOf(synth({}, to)).find(({ Sid }) => Sid === "WriteCopies")!.Condition;
  expect(conditions()).toEqual({ StringEquals: { "s3:ResourceAccount": "111122223333" } });
  expect(conditions(OTHER_ACCOUNT)).toEqual({ StringEquals: { "s3:ResourceAccount": "444455556666" } });
});

test("keys are used by way of S3 in their own Region alone, each for its own bucket", () => {
  const conditions = statementsOf(synth())
    .filter(({ Sid }) => ["DecryptVersions", "EncryptCopies"].includes(Sid))
    .map(({ Resource, Condition }) => [Resource, Condition]);
  expect(conditions).toEqual([
    [
      KEY,
      {
        StringEquals: { "kms:ViaService": "s3.us-east-1.amazonaws.com" },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": ["${aws_s3_bucket.checkpoints.arn}"] },
      },
    ],
    [
      COPY_KEY,
      {
        StringEquals: { "kms:ViaService": "s3.us-west-2.amazonaws.com" },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": ["arn:aws:s3:::copies", "arn:aws:s3:::copies/*"] },
      },
    ],
  ]);
});

test("copies of another account are that account's, whose policies let the role in", () => {
  const [rule] = rulesOf(synth({}, OTHER_ACCOUNT));
  expect(rule!.destination).toMatchObject({
    account: "444455556666",
    access_control_translation: { owner: "Destination" },
  });
  const role = "arn:aws:iam::111122223333:role/lab-replication";
  const { bucket, key } = replicaOwnerStatements({ ...TO, ...OTHER_ACCOUNT }, role);
  expect(bucket).toEqual([
    {
      sid: "CopiesOfCheckpoints",
      principals: { aws: [role] },
      actions: ["s3:ReplicateObject", "s3:ReplicateTags", "s3:ObjectOwnerOverrideToBucketOwner"],
      resources: ["arn:aws:s3:::copies/*"],
    },
  ]);
  expect(key).toMatchObject([
    { principals: { aws: [role] }, resources: ["*"], actions: ["kms:Encrypt", "kms:GenerateDataKey", "kms:Decrypt"] },
  ]);
});
