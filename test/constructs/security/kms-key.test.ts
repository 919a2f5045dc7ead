import { KmsAlias } from "@cdktf/provider-aws/lib/kms-alias";
import { KmsKey as AwsKmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { TerraformOutput } from "cdktf";
import {
  cloudWatchLogsStatement,
  KmsKey,
  type KmsKeyProps,
  nodeVolumeStatements,
} from "../../../constructs/security/kms-key";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: KmsKeyProps = {
  partition: "aws",
  accountId: "111122223333",
  alias: "research/cluster",
  description: "Secrets of the research cluster",
};

const synth = (changes: Partial<KmsKeyProps> = {}): Json =>
  synthStack((stack) => void new KmsKey(stack, "key", { ...props, ...changes }));
const keyOf = (json: Json): Json => only(json, AwsKmsKey);
const statementsOf = (json: Json): Json[] => JSON.parse(keyOf(json).policy).Statement;

describe("KmsKey", () => {
  test("rotates, and gives 30 days to think a deletion over", () => {
    expect(keyOf(synth())).toMatchObject({
      description: "Secrets of the research cluster",
      enable_key_rotation: true,
      deletion_window_in_days: 30,
      tags: { Name: "research/cluster" },
    });
  });

  test("has an alias with the prefix that KMS wants", () => {
    expect(only(synth(), KmsAlias)).toMatchObject({
      name: "alias/research/cluster",
      target_key_id: expect.stringMatching(/^\$\{aws_kms_key\..+\.key_id\}$/),
    });
  });

  test.each([
    ["aws", "arn:aws:iam::111122223333:root"],
    ["aws-cn", "arn:aws-cn:iam::111122223333:root"],
  ] as const)("leaves the account in charge in the partition %s", (partition, root) => {
    expect(statementsOf(synth({ partition }))).toEqual([
      { Sid: "AccountRoot", Effect: "Allow", Principal: { AWS: root }, Action: "kms:*", Resource: "*" },
    ]);
  });

  test("adds the statements of the caller after that of the account", () => {
    const statement = { sid: "Backup", actions: ["kms:Decrypt"], resources: ["*"], principals: { aws: ["arn:x"] } };
    expect(statementsOf(synth({ statements: [statement] })).map((s) => s.Sid)).toEqual(["AccountRoot", "Backup"]);
  });

  test("cannot be destroyed unless told so", () => {
    expect(keyOf(synth()).lifecycle).toEqual({ prevent_destroy: true });
    expect(keyOf(synth({ preventDestroy: false })).lifecycle).toBeUndefined();
  });

  test("keeps the logical ids it is given", () => {
    const json = synth({ logicalId: "secrets_key" });
    expect(Object.keys(resources(json, AwsKmsKey))).toEqual(["secrets_key"]);
    expect(Object.keys(resources(json, KmsAlias))).toEqual(["secrets_key_alias"]);
    expect(Object.keys(resources(synth(), AwsKmsKey))).not.toEqual(["secrets_key"]);
  });

  test("exposes ARN, id and alias", () => {
    const json = synthStack((stack) => {
      const { keyArn, keyId, aliasName } = new KmsKey(stack, "key", { ...props, logicalId: "k" });
      new TerraformOutput(stack, "out", { value: [keyArn, keyId, aliasName] });
    });
    expect(json.output.out.value).toEqual([
      "${aws_kms_key.k.arn}",
      "${aws_kms_key.k.key_id}",
      "${aws_kms_alias.k_alias.name}",
    ]);
  });

  test.each([7, 30])("takes a deletion window of %d days", (deletionWindowDays) => {
    expect(keyOf(synth({ deletionWindowDays })).deletion_window_in_days).toBe(deletionWindowDays);
  });

  test.each([6, 31])("fails on a deletion window of %d days", (deletionWindowDays) => {
    expect(() => synth({ deletionWindowDays })).toThrow(/research\/cluster.*is \d+, KMS allows 7 to 30/);
  });

  test.each(["alias/research", "aws/research", "re search", ""])("fails on the alias %p", (alias) => {
    expect(() => synth({ alias })).toThrow(`key alias "${alias}" is not legal`);
  });

  test("leaves an alias that is only known at apply to AWS", () => {
    expect(() =>
      synthStack((stack) => {
        const first = new KmsKey(stack, "first", props);
        new KmsKey(stack, "second", { ...props, alias: first.keyId });
      }),
    ).not.toThrow();
  });

  test("fails on two statements with one id", () => {
    const statement = { sid: "AccountRoot", actions: ["kms:Decrypt"], resources: ["*"] };
    expect(() => synth({ statements: [statement] })).toThrow('two statements have the id "AccountRoot"');
  });
});

describe("cloudWatchLogsStatement", () => {
  const scope = {
    partition: "aws",
    region: "us-west-2",
    accountId: "111122223333",
    logGroupNames: ["/aws/eks/research/cluster", "/aws/vpc/*"],
  } as const;

  test("allows the log service of the Region, for the named log groups only", () => {
    expect(statementsOf(synth({ statements: [cloudWatchLogsStatement(scope)] }))[1]).toEqual({
      Sid: "CloudWatchLogs",
      Effect: "Allow",
      Principal: { Service: "logs.us-west-2.amazonaws.com" },
      Action: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
      Resource: "*",
      Condition: {
        ArnLike: {
          "kms:EncryptionContext:aws:logs:arn": [
            "arn:aws:logs:us-west-2:111122223333:log-group:/aws/eks/research/cluster",
            "arn:aws:logs:us-west-2:111122223333:log-group:/aws/vpc/*",
          ],
        },
      },
    });
  });

  test.each([
    ["aws-cn", "cn-north-1", "logs.cn-north-1.amazonaws.com.cn"],
    ["aws-us-gov", "us-gov-west-1", "logs.us-gov-west-1.amazonaws.com"],
  ] as const)("knows the name of the service in %s", (partition, region, service) => {
    const statement = cloudWatchLogsStatement({ ...scope, partition, region });
    expect(statement.principals).toEqual({ services: [service] });
    expect(JSON.stringify(statement.conditions)).toContain(`arn:${partition}:logs:${region}:`);
  });
});

describe("nodeVolumeStatements", () => {
  const statements = () => statementsOf(synth({ statements: nodeVolumeStatements("aws", "111122223333") })).slice(1);

  test("are open to the Auto Scaling role of the account and to nobody else", () => {
    expect(statements().map(({ Sid }) => Sid)).toEqual(["NodeVolumes", "NodeVolumeGrants"]);
    for (const { Principal, Resource, Condition } of statements()) {
      expect(Principal).toBe("*");
      expect(Resource).toBe("*");
      expect(Condition).toMatchObject({
        StringEquals: { "kms:CallerAccount": "111122223333" },
        ArnEquals: {
          "aws:PrincipalArn":
            "arn:aws:iam::111122223333:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling",
        },
      });
    }
  });

  test("allow grants for AWS services only", () => {
    const grants = statements().filter(({ Action }) => [Action].flat().includes("kms:CreateGrant"));
    expect(grants).toHaveLength(1);
    expect(grants[0].Condition.Bool).toEqual({ "kms:GrantIsForAWSResource": "true" });
  });
});
