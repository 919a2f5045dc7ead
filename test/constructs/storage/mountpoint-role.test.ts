import { mountpointStatements, type MountpointProps } from "../../../constructs/storage/mountpoint-role";

const build = (access: MountpointProps["access"], change: Partial<MountpointProps> = {}) =>
  mountpointStatements({
    store: {
      bucketArn: "arn:aws:s3:::b",
      kmsKeyArn: "arn:aws:kms:us-east-1:123456789012:key/k",
      encryptionContexts: ["arn:aws:s3:::b"],
    },
    prefixes: ["datasets/"],
    region: "us-east-1",
    access,
    ...change,
  });
const actions = (access: MountpointProps["access"]) => build(access).flatMap((statement) => statement.actions);

describe("mountpointStatements", () => {
  test.each([
    ["read", ["s3:ListBucket", "s3:GetObject", "kms:Decrypt"]],
    [
      "read-write",
      [
        "s3:ListBucket",
        "s3:GetObject",
        "s3:PutObject",
        "s3:AbortMultipartUpload",
        "kms:Decrypt",
        "kms:GenerateDataKey",
      ],
    ],
    [
      "read-write-delete",
      [
        "s3:ListBucket",
        "s3:GetObject",
        "s3:PutObject",
        "s3:AbortMultipartUpload",
        "s3:DeleteObject",
        "kms:Decrypt",
        "kms:GenerateDataKey",
      ],
    ],
  ] as const)("allows for %s exactly what the driver needs", (access, expected) => {
    expect(actions(access)).toEqual(expected);
  });

  test("is held to the mounted prefix: as a condition for listing, as a resource for objects", () => {
    const [list, objects] = build("read");
    expect(list!.conditions).toEqual({ StringLike: { "s3:prefix": "datasets/*" } });
    expect(objects!.resources).toEqual(["arn:aws:s3:::b/datasets/*"]);
  });

  test("needs no key for a bucket without one", () => {
    const store = { bucketArn: "arn:aws:s3:::b", encryptionContexts: [] };
    expect(build("read-write", { store }).map(({ sid }) => sid)).toEqual(["ListObjects", "MountedObjects"]);
  });

  test("fails on a prefix without a slash, which would mount neighbours too", () => {
    expect(() => build("read", { prefixes: ["datasets"] })).toThrow(/prefix "datasets" must end with a slash/);
  });
});
