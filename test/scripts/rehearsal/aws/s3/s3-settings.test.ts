import { isVersioned, S3_SETTINGS_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-settings";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const kind = (type: string) => S3_SETTINGS_KINDS[type]!;
const versioning = kind("aws_s3_bucket_versioning");
const encryption = kind("aws_s3_bucket_server_side_encryption_configuration");
const lock = kind("aws_s3_bucket_object_lock_configuration");

const withStatus = (status: string): Attributes => ({ bucket: "data", versioning_configuration: [{ status }] });
const VERSIONED = cloudObject("aws_s3_bucket_versioning", "data", withStatus("Enabled"));
const SUSPENDED = cloudObject("aws_s3_bucket_versioning", "data", withStatus("Suspended"));
const LOCKED = cloudObject("aws_s3_bucket_object_lock_configuration", "data", { bucket: "data" });
const MADE_LOCKED = cloudObject("aws_s3_bucket", "data", { bucket: "data", object_lock_enabled: true });
const PLAIN = cloudObject("aws_s3_bucket", "data", {
  bucket: "data",
  arn: "arn:aws:s3:::data",
  object_lock_enabled: false,
});
const OTHERS = cloudObject("aws_s3_bucket", "data", { bucket: "data" });
const OTHER = cloudObject("aws_s3_bucket", "logs", { bucket: "logs", object_lock_enabled: false });
const cloud = (...objects: CloudObject[]) => fakeCloud({ objects });

test("settings replace for another bucket", () => {
  const owned = ["bucket", "expected_bucket_owner"];
  const expected = {
    aws_s3_bucket_versioning: owned,
    aws_s3_bucket_server_side_encryption_configuration: owned,
    aws_s3_bucket_public_access_block: ["bucket"],
    aws_s3_bucket_ownership_controls: ["bucket"],
    aws_s3_bucket_object_lock_configuration: [...owned, "object_lock_enabled"],
  };
  expect(Object.fromEntries(Object.entries(S3_SETTINGS_KINDS).map(([type, each]) => [type, each.forcesNew]))).toEqual(
    expected,
  );
});

test.each(Object.entries(S3_SETTINGS_KINDS))("%s needs its bucket and is known by it", (_, each) => {
  expect(each.references).toEqual([{ path: "bucket", to: ["aws_s3_bucket"], missing: "NoSuchBucket" }]);
  expect(each.create({ bucket: "data" }, fakeCloud())["id"]).toBe("data");
});

test("a setting is known by the owner of the bucket too, where that is given", () => {
  const object = { bucket: "data", expected_bucket_owner: "123456789012" };
  expect(versioning.create(object, fakeCloud())["id"]).toBe("data,123456789012");
});

test("public access is blocked only as far as it is said", () => {
  expect(kind("aws_s3_bucket_public_access_block").defaults).toEqual({
    block_public_acls: false,
    block_public_policy: false,
    ignore_public_acls: false,
    restrict_public_buckets: false,
  });
});

describe("versioning", () => {
  test("has no second factor unless it is said", () => {
    expect(versioning.create(withStatus("Enabled"), fakeCloud())["versioning_configuration"]).toEqual([
      { status: "Enabled", mfa_delete: "" },
    ]);
    const single = { bucket: "data", versioning_configuration: { status: "Enabled", mfa_delete: "Enabled" } };
    expect(versioning.create(single, fakeCloud())["versioning_configuration"]).toEqual({
      status: "Enabled",
      mfa_delete: "Enabled",
    });
  });

  test.each([
    ["Enabled", "Disabled", ["MalformedXML"]],
    ["Suspended", "Disabled", ["MalformedXML"]],
    ["Disabled", "Disabled", []],
    ["Enabled", "Suspended", []],
    ["Disabled", "Enabled", []],
  ])("may go from %s to %s but for %j", (before, after, expected) => {
    const refused = versioning.refuse!(withStatus(after), cloud(PLAIN), withStatus(before));
    expect(refused.map(({ code }) => code)).toEqual(expected);
  });

  test("cannot be suspended under Object Lock", () => {
    expect(codes(versioning, withStatus("Suspended"), cloud(LOCKED))).toEqual(["InvalidBucketState"]);
    expect(codes(versioning, withStatus("Suspended"), cloud(MADE_LOCKED, OTHER))).toEqual(["InvalidBucketState"]);
    expect(codes(versioning, withStatus("Suspended"), cloud(PLAIN))).toEqual([]);
    expect(codes(versioning, withStatus("Enabled"), cloud(LOCKED))).toEqual([]);
    expect(codes(versioning, { ...withStatus("Suspended"), bucket: "logs" }, cloud(LOCKED, MADE_LOCKED))).toEqual([]);
  });

  test("is on in a bucket that is made with Object Lock", () => {
    expect(isVersioned("data", cloud(MADE_LOCKED))).toBe(true);
    expect(isVersioned("data", cloud(PLAIN))).toBe(false);
    expect(isVersioned("data", cloud(PLAIN, VERSIONED))).toBe(true);
    expect(isVersioned("data", cloud(PLAIN, SUSPENDED))).toBe(false);
    expect(isVersioned("logs", cloud(MADE_LOCKED, VERSIONED))).toBe(false);
  });
});

describe("encryption", () => {
  const rule = (block: Attributes) => ({
    bucket: "data",
    rule: [{ apply_server_side_encryption_by_default: [block] }],
  });
  const key = "arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";

  test("names a key only with KMS", () => {
    const refused = encryption.refuse!(rule({ sse_algorithm: "AES256", kms_master_key_id: key }), fakeCloud(), null);
    expect(refused).toMatchObject([{ code: "InvalidArgument", message: expect.stringContaining(key) }]);
    expect(codes(encryption, rule({ sse_algorithm: "AES256", kms_master_key_id: null }))).toEqual([]);
    expect(codes(encryption, rule({ sse_algorithm: "aws:kms", kms_master_key_id: key }))).toEqual([]);
    expect(codes(encryption, rule({ sse_algorithm: "aws:kms:dsse", kms_master_key_id: key }))).toEqual([]);
  });

  test("may have no rule for a default", () => {
    expect(codes(encryption, { bucket: "data", rule: [{ apply_server_side_encryption_by_default: [] }] })).toEqual([]);
  });
});

describe("Object Lock", () => {
  const retention = (block: Attributes) => ({ bucket: "data", rule: [{ default_retention: [block] }] });

  test("is switched on unless something else is said", () => {
    expect(lock.defaults).toEqual({ object_lock_enabled: "Enabled" });
    expect(lock.sensitive).toEqual(["token"]);
  });

  test("needs a versioned bucket", () => {
    expect(codes(lock, { bucket: "data", rule: [] }, cloud(PLAIN))).toEqual(["InvalidBucketState"]);
    expect(codes(lock, { bucket: "data", rule: [] }, cloud(PLAIN, SUSPENDED))).toEqual(["InvalidBucketState"]);
    expect(codes(lock, { bucket: "data", rule: [] }, cloud(PLAIN, VERSIONED))).toEqual([]);
    expect(codes(lock, { bucket: "data", rule: [] }, cloud(MADE_LOCKED))).toEqual([]);
    // one that others have made may well be versioned
    expect(codes(lock, { bucket: "data", rule: [] }, cloud(OTHERS))).toEqual([]);
  });

  test.each([
    [{ mode: "GOVERNANCE", days: 1, years: null }, []],
    [{ mode: "COMPLIANCE", days: null, years: 2 }, []],
    [{ mode: null, days: 1, years: null }, ["MalformedXML"]],
    [{ mode: "GOVERNANCE", days: 1, years: 2 }, ["MalformedXML"]],
    [{ mode: "GOVERNANCE", days: null, years: null }, ["MalformedXML"]],
    [{ mode: "GOVERNANCE", days: 0, years: null }, ["MalformedXML"]],
  ])("retains by %j, of which S3 says %j", (block, expected) => {
    expect(codes(lock, retention(block), cloud(VERSIONED))).toEqual(expected);
  });
});
