import { bucketArn, isOwnBucket, S3_BUCKET_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-bucket";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const bucket = S3_BUCKET_KINDS["aws_s3_bucket"]!;

const refuseDelete = (object: Attributes, objects = 0) => {
  const held = Array.from({ length: objects }, (_, index) =>
    cloudObject("aws_s3_object", `data/${index}`, { bucket: "data", key: `${index}` }),
  );
  return bucket.refuseDelete!(object, fakeCloud({ objects: held }));
};

describe("a plan of a bucket", () => {
  test("replaces for another name, and for Object Lock", () => {
    expect(bucket.forcesNew).toEqual([
      "bucket",
      "bucket_prefix",
      "object_lock_configuration.object_lock_enabled",
      "object_lock_enabled",
    ]);
  });

  test("destroys no objects unless it is told to, and keeps one version of each", () => {
    expect(bucket.defaults).toEqual({
      force_destroy: false,
      "versioning.enabled": false,
      "versioning.mfa_delete": false,
    });
  });

  test("takes a name once", () => {
    expect(bucket.unique).toMatchObject([{ by: ["bucket"], code: "BucketAlreadyOwnedByYou" }]);
  });
});

describe("a new bucket", () => {
  test("has its name for an id, and addresses by it", () => {
    expect(bucket.create({ bucket: "data" }, fakeCloud())).toMatchObject({
      id: "data",
      bucket: "data",
      bucket_prefix: "",
      arn: "arn:aws:s3:::data",
      bucket_domain_name: "data.s3.amazonaws.com",
      bucket_regional_domain_name: "data.s3.us-west-2.amazonaws.com",
      bucket_region: "us-west-2",
      object_lock_enabled: false,
      request_payer: "BucketOwner",
    });
  });

  test("has the addresses of its partition", () => {
    const china = fakeCloud({ region: "cn-north-1", partition: "aws-cn" });
    expect(bucket.create({ bucket: "data" }, china)).toMatchObject({
      arn: "arn:aws-cn:s3:::data",
      bucket_regional_domain_name: "data.s3.cn-north-1.amazonaws.com.cn",
    });
    expect(bucketArn("data/key", fakeCloud({ partition: "aws-us-gov" }))).toBe("arn:aws-us-gov:s3:::data/key");
  });

  test("gets a name when it has the beginning of one, or none", () => {
    expect(bucket.create({ bucket_prefix: "logs-" }, fakeCloud())["id"]).toMatch(/^logs-[0-9a-f]{26}$/);
    expect(bucket.create({}, fakeCloud())["id"]).toMatch(/^terraform-[0-9a-f]{26}$/);
  });

  test("needs a name that S3 takes, and only then", () => {
    expect(codes(bucket, { bucket: "Data" })).toEqual(["InvalidBucketName"]);
    expect(codes(bucket, { bucket: "data" })).toEqual([]);
    expect(codes(bucket, { bucket: null })).toEqual([]);
    expect(bucket.refuse!({ bucket: "Data" }, fakeCloud(), { bucket: "Data" })).toEqual([]);
  });
});

describe("the deletion of a bucket", () => {
  const full = { bucket: "data", force_destroy: false, objects: 3 };

  test("is refused while objects are in it", () => {
    expect(refuseDelete(full)).toMatchObject([
      { code: "BucketNotEmpty", message: expect.stringContaining("3 objects") },
    ]);
    expect(refuseDelete({ bucket: "data" }, 2)[0]!.message).toContain("2 objects");
    expect(refuseDelete(full, 2)[0]!.message).toContain("5 objects");
  });

  test("is not refused when it is empty, or may be emptied", () => {
    expect(refuseDelete({ ...full, objects: 0 })).toEqual([]);
    expect(refuseDelete({ bucket: "data" })).toEqual([]);
    expect(refuseDelete({ bucket: "other" }, 2)).toEqual([]);
    expect(refuseDelete({ ...full, force_destroy: true }, 2)).toEqual([]);
  });
});

test("a bucket is ours when we have made it, and not when only its name is known", () => {
  const made = cloudObject("aws_s3_bucket", "data", bucket.create({ bucket: "data" }, fakeCloud()));
  const foreign = cloudObject("aws_s3_bucket", "existing", { bucket: "existing" });
  const api = fakeCloud({ objects: [made, foreign] });
  expect(["data", "existing", "none", null].map((name) => isOwnBucket(name, api))).toEqual([true, false, false, false]);
});
