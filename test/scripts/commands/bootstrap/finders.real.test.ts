import {
  CreateOpenIDConnectProviderCommand,
  CreatePolicyCommand,
  CreateRoleCommand,
  AttachRolePolicyCommand,
  IAMClient,
} from "@aws-sdk/client-iam";
import {
  CreateBucketCommand,
  PutBucketEncryptionCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { awsAccess, type AwsAccess } from "../../../../scripts/lib/aws/access";
import { findExisting } from "../../../../scripts/commands/bootstrap/find-existing";
import { FINDERS } from "../../../../scripts/commands/bootstrap/finders";
import { resourcesOf } from "../../../../scripts/lib/terraform/stack-json";
import { sample } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { synthStacks } from "../../../helpers/stacks";

// the account that moto pretends to be
const account = "123456789012";
const { env: environment } = sample({ account, ci: { kind: "github", repository: "acme/cluster" } });
const { bootstrap } = synthStacks(environment);
const BUCKET = `sample-tfstate-${account}-us-east-1`;
const ISSUER = "token.actions.githubusercontent.com";
const PLAN_POLICY = `arn:aws:iam::${account}:policy/sample-ci-plan`;

const find = (aws: AwsAccess) =>
  findExisting({ aws, environment, bucket: BUCKET, stack: bootstrap, missing: resourcesOf(bootstrap) });

const answering = (send: (name: string) => unknown): AwsAccess => ({
  region: "us-east-1",
  client: () => ({ send: async (command: object) => Promise.resolve(send(command.constructor.name)) }) as never,
});
const failing = (error: { name: string; status?: number; message?: string }): AwsAccess =>
  answering(() => {
    throw Object.assign(new Error(error.message ?? error.name), {
      name: error.name,
      ...(error.status && { $metadata: { httpStatusCode: error.status } }),
    });
  });

test("every resource of a bootstrap stack can be found, but the alias, which follows its key", () => {
  // what is in the state only cannot be found in an account
  const types = Object.keys(bootstrap.resource as object).filter((type) => type !== "terraform_data");
  expect([...Object.keys(FINDERS), "aws_kms_alias"].sort()).toEqual(types.sort());
});

describeWithMoto("what the account has already", () => {
  const aws = () => awsAccess({ region: "us-east-1", env: process.env });
  const s3 = () => aws().client(S3Client);
  const iam = () => aws().client(IAMClient);

  test("is nothing in an empty one, and then what was made", async () => {
    expect(await find(aws())).toEqual([]);

    await s3().send(new CreateBucketCommand({ Bucket: BUCKET }));
    await s3().send(new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration: { Status: "Enabled" } }));
    const key = `arn:aws:kms:us-east-1:${account}:key/0f0f`;
    const byDefault = { SSEAlgorithm: "aws:kms", KMSMasterKeyID: key } as const;
    await s3().send(
      new PutBucketEncryptionCommand({
        Bucket: BUCKET,
        ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: byDefault }] },
      }),
    );
    const policy = { Version: "2012-10-17", Statement: [] };
    await s3().send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy: JSON.stringify(policy) }));
    const trust = JSON.stringify({ Version: "2012-10-17", Statement: [] });
    await iam().send(new CreateRoleCommand({ RoleName: "sample-ci-plan", AssumeRolePolicyDocument: trust }));
    const document = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:Get*", Resource: "*" }] };
    await iam().send(
      new CreatePolicyCommand({ PolicyName: "sample-ci-plan", PolicyDocument: JSON.stringify(document) }),
    );
    await iam().send(new AttachRolePolicyCommand({ RoleName: "sample-ci-plan", PolicyArn: PLAN_POLICY }));
    await iam().send(
      new CreateOpenIDConnectProviderCommand({
        Url: `https://${ISSUER}`,
        ClientIDList: ["sts.amazonaws.com"],
        ThumbprintList: ["a".repeat(40)],
        Tags: [{ Key: "railyard:environment", Value: "sample" }],
      }),
    );

    const found = Object.fromEntries(
      (await find(aws())).map(({ address, id }) => [address.replace(/_[0-9A-F]{8}$/, ""), id]),
    );
    expect(found).toMatchObject({
      "aws_s3_bucket.state": BUCKET,
      "aws_s3_bucket_versioning.state_versioning": BUCKET,
      "aws_s3_bucket_server_side_encryption_configuration.state_encryption": BUCKET,
      "aws_s3_bucket_policy.state_policy": BUCKET,
      "aws_kms_key.state_key": "0f0f",
      "aws_kms_alias.state_key_alias": "alias/sample-state",
      "aws_iam_role.ci_plan": "sample-ci-plan",
      "aws_iam_policy.ci_plan-policy": PLAN_POLICY,
      "aws_iam_role_policy_attachment.ci_plan-attachment": `sample-ci-plan/${PLAN_POLICY}`,
      "aws_iam_openid_connect_provider.ci_provider": `arn:aws:iam::${account}:oidc-provider/${ISSUER}`,
    });
    for (const missing of ["aws_s3_bucket_lifecycle_configuration.state_lifecycle", "aws_iam_role.ci_deploy"])
      expect(Object.keys(found)).not.toContain(missing);
  });

  test("a provider that others have made is theirs", async () => {
    await iam().send(
      new CreateOpenIDConnectProviderCommand({ Url: `https://${ISSUER}`, ThumbprintList: ["a".repeat(40)] }),
    );
    await expect(find(aws())).rejects.toThrow(
      `The account ${account} has GitHub's OIDC provider already. Write ci: { provider: "existing" } in sample.`,
    );
  });
});

const key = (aws: AwsAccess) => FINDERS["aws_kms_key"]!({}, { aws, environment, bucket: BUCKET, nameOf: String });
const withKeys = (arns: string[], encryption: object = {}) =>
  answering((name) =>
    name === "GetResourcesCommand"
      ? { ResourceTagMappingList: arns.map((ResourceARN) => ({ ResourceARN })) }
      : encryption,
  );

describe("the key", () => {
  const arn = (id: string) => `arn:aws:kms:us-east-1:${account}:key/${id}`;

  test("is found by its tags where the bucket is not encrypted with one", async () => {
    expect(await key(withKeys([arn("1")]))).toBe("1");
    expect(await key(withKeys([]))).toBeNull();
  });

  test("of another account, with which somebody encrypts the bucket, is not ours", async () => {
    const Rules = [
      { ApplyServerSideEncryptionByDefault: { KMSMasterKeyID: arn("9").replace(account, "999988887777") } },
    ];
    expect(await key(withKeys([arn("1")], { ServerSideEncryptionConfiguration: { Rules } }))).toBe("1");
  });

  test("is not guessed among several", async () => {
    await expect(key(withKeys([arn("1"), arn("2")]))).rejects.toThrow(/Several keys are tagged.*key\/1, .*key\/2/);
  });
});

describe("what cannot be told is an error, and nothing is made", () => {
  test.each([
    [
      "a bucket of another account",
      { name: "403", status: 403 },
      "another account has the name, or s3:ListBucket is missing",
    ],
    ["a bucket of another Region", { name: "301", status: 301 }, "is there, but not in us-east-1"],
    ["no permission", { name: "AccessDenied" }, "It cannot be told what the account has already"],
    ["an expired session", { name: "ExpiredToken" }, "The AWS credentials have expired"],
    ["no network", { name: "TimeoutError" }, "got no answer"],
  ])("%s", async (_, error, text) => {
    await expect(find(failing(error))).rejects.toThrow(text);
  });

  test("while a bug of ours is none of them", async () => {
    await expect(find(failing({ name: "TypeError", message: "x is not a function" }))).rejects.toThrow(
      /^x is not a function$/,
    );
  });
});
