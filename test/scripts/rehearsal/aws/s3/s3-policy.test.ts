import { S3_POLICY_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-policy";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const kind = S3_POLICY_KINDS["aws_s3_bucket_policy"]!;

const BUCKET = cloudObject("aws_s3_bucket", "data", { bucket: "data", arn: "arn:aws:s3:::data" });
const access = (on: boolean, bucket = "data") =>
  cloudObject("aws_s3_bucket_public_access_block", bucket, { bucket, block_public_policy: on });
const account = (on: boolean) =>
  cloudObject("aws_s3_account_public_access_block", "123456789012", { block_public_policy: on });

const STATEMENT = {
  Sid: "TLS only",
  Effect: "Deny",
  Principal: "*",
  Action: "s3:*",
  Resource: ["arn:aws:s3:::data", "arn:aws:s3:::data/*"],
  Condition: { Bool: { "aws:SecureTransport": "false" } },
};
const of = (statement: object) => ({
  bucket: "data",
  policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ ...STATEMENT, ...statement }] }),
});
const OPEN = of({ Effect: "Allow", Condition: {} });
const refused = (statement: object, ...objects: CloudObject[]) =>
  codes(kind, of(statement), fakeCloud({ objects: [BUCKET, ...objects] }));

test("a policy belongs to its bucket, and only its meaning counts", () => {
  expect(kind.forcesNew).toEqual(["bucket"]);
  expect(kind.json).toEqual(["policy"]);
  expect(kind.references).toEqual([{ path: "bucket", to: ["aws_s3_bucket"], missing: "NoSuchBucket" }]);
  expect(kind.create(of({}), fakeCloud())).toEqual({ id: "data" });
});

describe("S3 refuses a policy", () => {
  test("that is no policy", () => {
    expect(codes(kind, { bucket: "data", policy: "{" })).toEqual(["MalformedPolicy"]);
    expect(refused({ Effect: "Permit" })).toEqual(["MalformedPolicy"]);
    expect(refused({})).toEqual([]);
  });

  test("of another partition", () => {
    const china = fakeCloud({ partition: "aws-cn", objects: [BUCKET] });
    expect(codes(kind, of({}), china)).toEqual(["MalformedPolicy", "MalformedPolicy"]);
    expect(codes(kind, of({ Resource: "arn:aws-cn:s3:::data" }), china)).toEqual([]);
  });

  test("that is too large", () => {
    const padded = (bytes: number) => ({ bucket: "data", policy: String(of({}).policy).padEnd(bytes, " ") });
    expect(codes(kind, padded(20_481))).toEqual(["MalformedPolicy"]);
    expect(codes(kind, padded(20_480))).toEqual([]);
  });

  test("about another bucket", () => {
    expect(refused({ Resource: "arn:aws:s3:::logs/*" })).toEqual(["MalformedPolicy"]);
    expect(messages(kind, of({ Resource: ["arn:aws:s3:::data", "arn:aws:s3:::data-2"] }))).toEqual([
      "Policy has invalid resource: arn:aws:s3:::data-2 is not of bucket data",
    ]);
    expect(refused({ Resource: "*" })).toEqual([]);
    expect(refused({ Resource: "arn:aws:s3:::da*" })).toEqual([]);
    expect(refused({ Resource: "arn:aws:s3:us-west-2:123456789012:accesspoint/reader" })).toEqual([]);
  });
});

describe("S3 refuses a public policy", () => {
  const denied = (...objects: CloudObject[]) => codes(kind, OPEN, fakeCloud({ objects }));

  test("of a bucket that nobody has opened", () => {
    expect(denied(BUCKET)).toEqual(["AccessDenied"]);
    expect(denied(BUCKET, access(false, "logs"))).toEqual(["AccessDenied"]);
  });

  test("of a bucket that blocks it", () => {
    expect(denied(BUCKET, access(true))).toEqual(["AccessDenied"]);
    expect(denied(BUCKET, access(false))).toEqual([]);
  });

  test("of an account that blocks it", () => {
    expect(denied(BUCKET, access(false), account(true))).toEqual(["AccessDenied"]);
    expect(denied(BUCKET, access(false), account(false))).toEqual([]);
  });

  test("but of a bucket that is not ours nothing is known", () => {
    expect(denied()).toEqual([]);
    expect(denied(cloudObject("aws_s3_bucket", "data", { bucket: "data" }))).toEqual([]);
  });

  test("and no other", () => {
    expect(codes(kind, of({}), fakeCloud({ objects: [BUCKET, access(true)] }))).toEqual([]);
  });
});
