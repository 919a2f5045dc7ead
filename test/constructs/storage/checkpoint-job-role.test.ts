import { checkpointJobStatements, type CheckpointJobProps } from "../../../constructs/storage/checkpoint-job-role";
import { existingBucket } from "../../../constructs/storage/checkpoint-store";

const store = {
  bucketArn: "arn:aws:s3:::b",
  kmsKeyArn: "arn:aws:kms:us-east-1:123456789012:key/k",
  encryptionContexts: ["arn:aws:s3:::b"],
};
const build = (change: Partial<CheckpointJobProps> = {}) =>
  checkpointJobStatements({ store, prefixes: ["checkpoints/"], region: "us-east-1", access: "read-write", ...change });
const actions = (change: Partial<CheckpointJobProps> = {}) => build(change).flatMap((statement) => statement.actions);
const find = (sid: string, change: Partial<CheckpointJobProps> = {}) =>
  build(change).find((statement) => statement.sid === sid);

describe("checkpointJobStatements", () => {
  test("lists under the prefix only", () => {
    expect(find("ListObjects")).toEqual({
      sid: "ListObjects",
      actions: ["s3:ListBucket"],
      resources: ["arn:aws:s3:::b"],
      conditions: { StringLike: { "s3:prefix": "checkpoints/*" } },
    });
  });

  test("opens several prefixes, each by itself", () => {
    const prefixes = ["checkpoints/", "archive/"] as const;
    const conditions = { StringLike: { "s3:prefix": ["checkpoints/*", "archive/*"] } };
    expect(find("ListObjects", { prefixes })).toMatchObject({ conditions });
    expect(find("ReadObjects", { prefixes })!.resources).toEqual([
      "arn:aws:s3:::b/checkpoints/*",
      "arn:aws:s3:::b/archive/*",
    ]);
  });

  test("lists the whole bucket for an empty prefix", () => {
    expect(find("ListObjects", { prefixes: [""] })).not.toHaveProperty("conditions");
    expect(find("ReadObjects", { prefixes: [""] })!.resources).toEqual(["arn:aws:s3:::b/*"]);
  });

  test("reads, writes, tags and aborts uploads under the prefix", () => {
    expect(find("ReadObjects")).toMatchObject({
      actions: ["s3:GetObject", "s3:GetObjectTagging"],
      resources: ["arn:aws:s3:::b/checkpoints/*"],
    });
    expect(find("WriteObjects")).toMatchObject({
      actions: ["s3:PutObject", "s3:PutObjectTagging", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      resources: ["arn:aws:s3:::b/checkpoints/*"],
    });
  });

  test("only reads for read access", () => {
    expect(actions({ access: "read" })).toEqual([
      "s3:ListBucket",
      "s3:GetObject",
      "s3:GetObjectTagging",
      "kms:Decrypt",
    ]);
  });

  test("deletes only when asked to, and never a version", () => {
    expect(actions().join()).not.toContain("Delete");
    expect(find("DeleteObjects", { allowDelete: true })).toEqual({
      sid: "DeleteObjects",
      actions: ["s3:DeleteObject"],
      resources: ["arn:aws:s3:::b/checkpoints/*"],
    });
    expect(actions({ allowDelete: true })).not.toContain("s3:DeleteObjectVersion");
  });

  test("does not let a lifecycle delete in place of who may not", () => {
    expect(find("WriteObjects")!.conditions).toEqual({
      StringNotEquals: { "s3:RequestObjectTag/retention": "superseded" },
    });
    expect(find("WriteObjects", { allowDelete: true })).not.toHaveProperty("conditions");
  });

  test("uses the key through S3, for this bucket only", () => {
    expect(find("UseKeyThroughS3")).toEqual({
      sid: "UseKeyThroughS3",
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: [store.kmsKeyArn],
      conditions: {
        StringEquals: { "kms:ViaService": "s3.us-east-1.amazonaws.com" },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": ["arn:aws:s3:::b"] },
      },
    });
  });

  test("needs no key for an adopted bucket with S3's own", () => {
    const adopted = existingBucket({ bucketName: "b", partition: "aws" });
    expect(actions({ store: adopted }).join()).not.toContain("kms:");
  });

  test("has no wildcard action and ids that IAM takes", () => {
    for (const action of actions({ allowDelete: true })) expect(action).not.toContain("*");
    for (const { sid } of build({ allowDelete: true })) expect(sid).toMatch(/^[A-Za-z0-9]+$/);
  });

  test.each(["checkpoints", "/checkpoints/"])("fails on prefix %s", (prefix) => {
    expect(() => build({ prefixes: [prefix] })).toThrow(
      `prefix "${prefix}" must end with a slash and not begin with one`,
    );
  });
});
