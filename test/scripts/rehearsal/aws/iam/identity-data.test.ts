import { IDENTITY_DATA } from "../../../../../scripts/rehearsal/aws/iam/identity-data";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const read = (type: string, config: Attributes, cloud = fakeCloud()): Attributes => ({
  ...IDENTITY_DATA[type]!.read(config, cloud),
});
const CHINA = fakeCloud({ partition: "aws-cn", region: "cn-north-1" });

test("tells who asks", () => {
  expect(read("aws_caller_identity", {})).toMatchObject({
    id: "123456789012",
    account_id: "123456789012",
    arn: expect.stringMatching(/^arn:aws:sts::123456789012:assumed-role\/[\w-]+\/[\w-]+$/),
    user_id: expect.stringMatching(/^AROA[A-P]{17}:/),
  });
  expect(read("aws_caller_identity", {}, CHINA)["arn"]).toMatch(/^arn:aws-cn:sts::/);
});

test("tells the partition and its domain", () => {
  expect(read("aws_partition", {})).toEqual({
    id: "aws",
    partition: "aws",
    dns_suffix: "amazonaws.com",
    reverse_dns_prefix: "com.amazonaws",
  });
  expect(read("aws_partition", {}, CHINA)).toMatchObject({
    dns_suffix: "amazonaws.com.cn",
    reverse_dns_prefix: "cn.com.amazonaws",
  });
});

test("tells the Region of the provider, or the one that is asked for", () => {
  expect(read("aws_region", {})).toMatchObject({
    id: "us-west-2",
    name: "us-west-2",
    region: "us-west-2",
    endpoint: "ec2.us-west-2.amazonaws.com",
  });
  expect(read("aws_region", { region: "eu-north-1" })).toMatchObject({ region: "eu-north-1" });
  expect(read("aws_region", {}, CHINA)["endpoint"]).toBe("ec2.cn-north-1.amazonaws.com.cn");
});

describe("a role", () => {
  const cloud = fakeCloud({
    objects: [cloudObject("aws_iam_role", "nodes", { name: "nodes", arn: "arn:1", unique_id: "AROA1", path: "/" })],
  });

  test("is found by its name, empty where it says nothing", () => {
    expect(read("aws_iam_role", { name: "nodes" }, cloud)).toMatchObject({
      id: "nodes",
      arn: "arn:1",
      unique_id: "AROA1",
      description: "",
      tags: {},
      role_last_used: [],
    });
  });

  test("shows all that it says", () => {
    const expected = {
      name: "nodes",
      description: "Nodes",
      max_session_duration: 3600,
      permissions_boundary: "arn:2",
      tags: { team: "a" },
      assume_role_policy: "{}",
    };
    const cloud = fakeCloud({ objects: [cloudObject("aws_iam_role", "nodes", expected)] });
    const { name: _, ...shown } = expected;
    expect(read("aws_iam_role", { name: "nodes" }, cloud)).toMatchObject(shown);
  });

  test("is missed when it is not there", () => {
    expect(read("aws_iam_role", { name: "none" }, cloud)).toMatchObject({ code: "NoSuchEntity" });
  });
});

describe("a key", () => {
  const ARN = "arn:aws:kms:us-west-2:123456789012:key/1";
  const ALIAS = "arn:aws:kms:us-west-2:123456789012:alias/data";
  const cloud = fakeCloud({
    objects: [
      cloudObject("aws_kms_key", "1", { arn: ARN, is_enabled: false, multi_region: true }),
      cloudObject("aws_kms_alias", "alias/data", { name: "alias/data", arn: ALIAS, target_key_id: "1" }),
    ],
  });

  test.each(["1", ARN, "alias/data", ALIAS])("is found by %s", (key_id) => {
    expect(read("aws_kms_key", { key_id }, cloud)).toMatchObject({
      id: "1",
      arn: ARN,
      aws_account_id: "123456789012",
      enabled: false,
      key_state: "Disabled",
      key_spec: "SYMMETRIC_DEFAULT",
      multi_region: true,
    });
  });

  test("is enabled and encrypts, if nobody says otherwise", () => {
    const plain = fakeCloud({ objects: [cloudObject("aws_kms_key", "1", { arn: ARN })] });
    expect(read("aws_kms_key", { key_id: "1" }, plain)).toMatchObject({
      enabled: true,
      key_state: "Enabled",
      key_usage: "ENCRYPT_DECRYPT",
      key_manager: "CUSTOMER",
      description: "",
      multi_region: false,
      origin: "AWS_KMS",
    });
  });

  test("shows what it is for", () => {
    const signing = { arn: ARN, customer_master_key_spec: "RSA_2048", key_usage: "SIGN_VERIFY", description: "Signs" };
    const cloud = fakeCloud({ objects: [cloudObject("aws_kms_key", "1", signing)] });
    expect(read("aws_kms_key", { key_id: "1" }, cloud)).toMatchObject({
      customer_master_key_spec: "RSA_2048",
      key_spec: "RSA_2048",
      key_usage: "SIGN_VERIFY",
      description: "Signs",
    });
  });

  test("is missed when it is not there", () => {
    expect(read("aws_kms_key", { key_id: "2" }, cloud)).toMatchObject({ code: "NotFoundException" });
  });
});
