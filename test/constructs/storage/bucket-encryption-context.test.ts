import { bucketArn, encryptionContexts } from "../../../constructs/storage/bucket-encryption-context";

test.each(["aws", "aws-us-gov", "aws-cn"] as const)("a bucket ARN has its partition: %s", (partition) => {
  expect(bucketArn(partition, "b")).toBe(`arn:${partition}:s3:::b`);
});

test("with a Bucket Key from the first object on, the context is the bucket", () => {
  expect(encryptionContexts("arn:aws:s3:::b", "always")).toEqual(["arn:aws:s3:::b"]);
});

test("with a past, it may be the bucket or any object", () => {
  expect(encryptionContexts("arn:aws:s3:::b", "unknown")).toEqual(["arn:aws:s3:::b", "arn:aws:s3:::b/*"]);
});
