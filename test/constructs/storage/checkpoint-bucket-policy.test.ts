import { checkpointBucketStatements } from "../../../constructs/storage/checkpoint-bucket-policy";
import { type PolicyStatement } from "../../../constructs/security/policy";

const KEY = "arn:aws:kms:us-east-1:123456789012:key/k";
const statements = checkpointBucketStatements({
  bucketArn: "arn:aws:s3:::b",
  kmsKeyArn: KEY,
  accountId: "123456789012",
  partition: "aws",
});
const role = (name: string) => `arn:aws:iam::123456789012:role/${name}`;
const FSX = role("aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/AWSServiceRoleForFSxS3Access_fs-0abc");
const JOB = role("job");

/** IAM's reading of the operators that the policy uses: a missing key fulfils a negated operator, and no other. */
function fulfilled(operator: string, value: string | undefined, wanted: string): boolean {
  const pattern = new RegExp(`^${wanted.replace(/[.$]/g, "\\$&").replaceAll("*", ".*")}$`);
  switch (operator) {
    case "Null":
      expect(["true", "false"]).toContain(wanted);
      return (value === undefined) === (wanted === "true");
    case "Bool":
    case "StringEquals":
      return value === wanted;
    case "StringNotEquals":
      return value !== wanted;
    case "ArnNotLike":
      return value === undefined || !pattern.test(value);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

const denied = (action: string, request: Record<string, string>): string[] =>
  statements
    .filter((statement: PolicyStatement) => {
      const matches = statement.actions.some((a) => a === action || a === "s3:*");
      return (
        matches &&
        Object.entries(statement.conditions ?? {}).every(([operator, keys]) =>
          Object.entries(keys).every(([key, wanted]) => fulfilled(operator, request[key], wanted as string)),
        )
      );
    })
    .map(({ sid }) => sid);

const put = (change: { sse?: string; key?: string; by?: string; tls?: string } = {}) =>
  denied("s3:PutObject", {
    "aws:SecureTransport": change.tls ?? "true",
    "aws:PrincipalArn": change.by ?? JOB,
    ...(change.sse && { "s3:x-amz-server-side-encryption": change.sse }),
    ...(change.key && { "s3:x-amz-server-side-encryption-aws-kms-key-id": change.key }),
  });

describe("checkpointBucketStatements", () => {
  test("denies only, to everybody", () => {
    for (const statement of statements) {
      expect(statement).toMatchObject({ effect: "Deny", principals: { anyone: true } });
    }
  });

  test("covers the bucket and its objects", () => {
    expect(statements.map(({ resources }) => resources)).toEqual([
      ["arn:aws:s3:::b", "arn:aws:s3:::b/*"],
      ["arn:aws:s3:::b/*"],
      ["arn:aws:s3:::b/*"],
    ]);
  });

  test("denies everything without TLS, to FSx as well", () => {
    expect(put({ tls: "false" })).toEqual(["DenyWithoutTls"]);
    expect(put({ tls: "false", by: FSX })).toEqual(["DenyWithoutTls"]);
    expect(denied("s3:GetObject", { "aws:SecureTransport": "false" })).toEqual(["DenyWithoutTls"]);
  });

  test("lets a write that says nothing take the default of the bucket", () => expect(put()).toEqual([]));

  test("lets a write name the key of the bucket", () => expect(put({ sse: "aws:kms", key: KEY })).toEqual([]));

  test.each(["AES256", "aws:kms:dsse"])("denies a write that asks for %s", (sse) => {
    expect(put({ sse })).toEqual(["DenyOtherEncryption"]);
  });

  test("denies a write with another key, or with the account's own key, which is meant when none is named", () => {
    expect(put({ sse: "aws:kms", key: `${KEY}2` })).toEqual(["DenyOtherKey"]);
    expect(put({ sse: "aws:kms" })).toEqual(["DenyOtherKey"]);
  });

  test("stands in the way of no export of FSx, whatever it asks for", () => {
    for (const change of [{}, { sse: "AES256" }, { sse: "aws:kms" }, { sse: "aws:kms", key: "other" }]) {
      expect(put({ ...change, by: FSX })).toEqual([]);
    }
  });

  test("does not take a role for FSx that only has its name", () => {
    const fake = role("AWSServiceRoleForFSxS3Access_fs-0abc");
    expect(put({ sse: "AES256", by: fake })).toEqual(["DenyOtherEncryption"]);
    const foreign = FSX.replace("123456789012", "999999999999");
    expect(put({ sse: "AES256", by: foreign })).toEqual(["DenyOtherEncryption"]);
  });

  test("reads as before", () => {
    expect(denied("s3:GetObject", { "aws:SecureTransport": "true" })).toEqual([]);
  });
});
