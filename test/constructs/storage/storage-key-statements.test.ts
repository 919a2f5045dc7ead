import { policyDocument } from "../../../constructs/security/policy";
import {
  dataRepositoryKeyStatements,
  fileSystemKeyStatements,
  fsxS3RolePattern,
} from "../../../constructs/storage/storage-key-statements";

const account = { accountId: "123456789012", region: "us-east-1" };

describe("dataRepositoryKeyStatements", () => {
  const [statement] = dataRepositoryKeyStatements({
    ...account,
    partition: "aws",
    buckets: [
      { name: "new", bucketKey: "always" },
      { name: "old", bucketKey: "unknown" },
    ],
  });

  test("lets the roles of FSx use the key, by way of S3, from this account", () => {
    expect(statement).toMatchObject({
      actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      resources: ["*"],
      conditions: {
        StringEquals: { "kms:CallerAccount": "123456789012", "kms:ViaService": "s3.us-east-1.amazonaws.com" },
        ArnLike: {
          "aws:PrincipalArn":
            "arn:aws:iam::123456789012:role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/AWSServiceRoleForFSxS3Access_fs-*",
        },
      },
    });
  });

  test("names the roles as a condition, since KMS refuses principals that do not exist yet", () => {
    expect(statement!.principals).toEqual({ anyone: true });
  });

  test("has the bucket ARN as context where every object used a Bucket Key, else that of objects as well", () => {
    expect(statement!.conditions!.StringLike).toEqual({
      "kms:EncryptionContext:aws:s3:arn": ["arn:aws:s3:::new", "arn:aws:s3:::old", "arn:aws:s3:::old/*"],
    });
  });

  test("grants nothing for no bucket", () => {
    expect(dataRepositoryKeyStatements({ ...account, partition: "aws", buckets: [] })).toEqual([]);
  });

  test("renders as the documented policy", () => {
    const [rendered] = JSON.parse(policyDocument([statement!])).Statement;
    expect(rendered).toMatchObject({ Effect: "Allow", Principal: "*", Resource: "*" });
  });
});

describe("fileSystemKeyStatements", () => {
  const [statement] = fileSystemKeyStatements(account);

  test("lets whoever may create file systems use the key, through FSx only", () => {
    expect(statement).toMatchObject({
      principals: { anyone: true },
      resources: ["*"],
      conditions: {
        StringEquals: { "kms:CallerAccount": "123456789012", "kms:ViaService": "fsx.us-east-1.amazonaws.com" },
      },
    });
  });

  test("lets FSx keep its access as a grant", () => {
    expect(statement!.actions).toEqual(
      expect.arrayContaining(["kms:CreateGrant", "kms:DescribeKey", "kms:Decrypt", "kms:GenerateDataKey*"]),
    );
  });

  test("does not give the administration of the key away", () => {
    const actions = statement!.actions.join(" ");
    expect(actions).not.toMatch(/kms:\*|Put|Delete|Disable|Revoke/);
  });
});

test("the ids of both statements differ, for they meet in one policy", () => {
  const buckets = [{ name: "b", bucketKey: "always" as const }];
  const sids = [
    ...dataRepositoryKeyStatements({ ...account, partition: "aws", buckets }),
    ...fileSystemKeyStatements(account),
  ].map(({ sid }) => sid);
  expect(new Set(sids).size).toBe(2);
  for (const sid of sids) expect(sid).toMatch(/^[A-Za-z0-9]+$/);
});

test("the roles of FSx are those of the partition and the account", () => {
  expect(fsxS3RolePattern("aws-us-gov", "1")).toMatch(/^arn:aws-us-gov:iam::1:role\/aws-service-role\//);
});
