import { S3_OBJECT_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-object";
import { cloudObject, fakeCloud } from "../fake-cloud";

const kind = S3_OBJECT_KINDS["aws_s3_object"]!;
const OBJECT = { bucket: "data", key: "scripts/start.sh", content: "hello" };
const VERSIONED = cloudObject("aws_s3_bucket_versioning", "data", {
  bucket: "data",
  versioning_configuration: [{ status: "Enabled" }],
});

test("an object is made anew under another name, and has another version with other content", () => {
  expect(kind.forcesNew).toEqual(["bucket", "key"]);
  expect(kind.defaults).toEqual({ force_destroy: false });
  expect(kind.references).toMatchObject([{ path: "bucket", missing: "NoSuchBucket" }]);
  expect(kind.recomputed!["etag"]).toEqual(["source_hash"]);
  for (const argument of ["content", "content_base64", "source", "source_hash", "etag", "storage_class", "metadata"])
    expect(kind.recomputed!["version_id"]).toContain(argument);
  expect(kind.recomputed!["version_id"]).not.toContain("tags");
});

test("an object is known by bucket and key", () => {
  expect(kind.create(OBJECT, fakeCloud())).toMatchObject({
    id: "data/scripts/start.sh",
    arn: "arn:aws:s3:::data/scripts/start.sh",
    etag: "5d41402abc4b2a76b9719d911017c592",
    server_side_encryption: "AES256",
    storage_class: "STANDARD",
    content_type: "application/octet-stream",
    bucket_key_enabled: false,
    version_id: "",
  });
  expect(kind.create({ ...OBJECT, key: "/a" }, fakeCloud())["id"]).toBe("data/a");
});

test("an object that is encrypted with KMS has an entity tag that says nothing of it", () => {
  const made = kind.create({ ...OBJECT, kms_key_id: "arn:aws:kms:us-west-2:123456789012:key/k" }, fakeCloud());
  expect(made).toMatchObject({ server_side_encryption: "aws:kms", etag: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(made["etag"]).not.toBe("5d41402abc4b2a76b9719d911017c592");
});

test("an object of a versioned bucket has a version", () => {
  expect(kind.create(OBJECT, fakeCloud({ objects: [VERSIONED] }))["version_id"]).toMatch(/^[0-9a-f]{32}$/);
});
