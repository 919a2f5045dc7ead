import { existingBucket } from "../../../constructs/storage/checkpoint-store";

describe("existingBucket", () => {
  test("creates nothing: it needs no scope, and there is nothing to wait for", () => {
    expect(existingBucket({ bucketName: "models", partition: "aws" })).toEqual({
      bucketName: "models",
      bucketArn: "arn:aws:s3:::models",
      kmsKeyArn: undefined,
      encryptionContexts: ["arn:aws:s3:::models", "arn:aws:s3:::models/*"],
      ready: [],
    });
  });

  test("names the key of the bucket", () => {
    const kmsKeyArn = "arn:aws:kms:us-east-1:123456789012:key/k";
    expect(existingBucket({ bucketName: "models", partition: "aws", kmsKeyArn }).kmsKeyArn).toBe(kmsKeyArn);
  });

  test.each(["aws", "aws-us-gov", "aws-cn"] as const)("has an ARN of partition %s", (partition) => {
    expect(existingBucket({ bucketName: "models", partition }).bucketArn).toBe(`arn:${partition}:s3:::models`);
  });

  test("fails on a directory bucket, which FSx cannot link", () => {
    expect(() => existingBucket({ bucketName: "models--use1-az4--x-s3", partition: "aws" })).toThrow(
      /"models--use1-az4--x-s3" is a directory bucket.*general purpose/,
    );
  });

  test("takes names that only look a little like one", () => {
    expect(() => existingBucket({ bucketName: "models-x-s3", partition: "aws" })).not.toThrow();
  });
});
