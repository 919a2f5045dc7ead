import { LOGS_KINDS } from "../../../../scripts/rehearsal/aws/logs";
import { cloudObject, fakeCloud } from "./fake-cloud";
import { refusalText, refusalsOf } from "./refusal-text";

const kind = LOGS_KINDS["aws_cloudwatch_log_group"]!;

const ARN = "arn:aws:kms:us-west-2:123456789012:key/1";
const GROUP = { name: "/aws/eks/research/cluster", retention_in_days: 30 };
const ADMIN = { Effect: "Allow", Action: "kms:*", Principal: { AWS: "123456789012" }, Resource: "*" };
const LOGS = {
  Effect: "Allow",
  Action: ["kms:Encrypt*", "kms:Decrypt*", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
  Principal: { Service: "logs.us-west-2.amazonaws.com" },
  Resource: "*",
};
const forGroup = (operator: string, arn: string) => ({
  ...LOGS,
  Condition: { [operator]: { "kms:EncryptionContext:aws:logs:arn": arn } },
});
const withBoth = (operator: string, other: string, arn: string) => ({
  ...LOGS,
  Condition: { ...forGroup(operator, "*").Condition, ...forGroup(other, arn).Condition },
});
const withKey = (attributes: object) =>
  refusalsOf(kind, fakeCloud({ objects: [cloudObject("aws_kms_key", "1", { arn: ARN, ...attributes })] }));
const withPolicy = (...Statement: object[]) =>
  withKey({ policy: JSON.stringify({ Statement }) })({ ...GROUP, kms_key_id: ARN });

test("is replaced for another name or class, and for nothing else", () => {
  expect(kind.forcesNew).toEqual(["log_group_class", "name", "name_prefix"]);
  expect(kind.defaults).toEqual({ retention_in_days: 0, skip_destroy: false });
  expect(kind.unique).toEqual([expect.objectContaining({ by: ["name"], code: "ResourceAlreadyExistsException" })]);
});

test("is known by its name", () => {
  expect(kind.create(GROUP, fakeCloud())).toMatchObject({
    id: GROUP.name,
    arn: `arn:aws:logs:us-west-2:123456789012:log-group:${GROUP.name}`,
    log_group_class: "STANDARD",
    deletion_protection_enabled: false,
  });
  expect(kind.create({ name_prefix: "/a/" }, fakeCloud())["name"]).toMatch(/^\/a\/[0-9a-f]{26}$/);
});

test.each([0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653])(
  "keeps logs for %p days",
  (days) => {
    expect(refusalsOf(kind, fakeCloud())({ ...GROUP, retention_in_days: days })).toBe("");
  },
);

test.each([2, 8, 31, 366, 4000, -1])("does not keep logs for %p days", (days) => {
  const refused = refusalsOf(kind, fakeCloud())({ ...GROUP, retention_in_days: days });
  expect(refused).toMatch(new RegExp(`^InvalidParameterException: retention_in_days is ${days};`));
});

test.each(["a", "a".repeat(512), "/aws/eks/a_b-c.d#1"])("takes the name %p, and keeps logs for ever", (name) => {
  expect(refusalsOf(kind, fakeCloud())({ name, retention_in_days: null })).toBe("");
});

test.each(["", "a b", "aws/eks", "a".repeat(513)])("is refused with the name %p", (name) => {
  expect(refusalsOf(kind, fakeCloud())({ ...GROUP, name })).toMatch(/^InvalidParameterException: name is/);
});

describe("with a key", () => {
  test("is made with a key that lets CloudWatch Logs use it", () => {
    expect(withPolicy(ADMIN, LOGS)).toBe("");
    expect(withPolicy(ADMIN, forGroup("ArnLike", "arn:aws:logs:us-west-2:123456789012:*"))).toBe("");
    expect(
      withPolicy(ADMIN, forGroup("ArnEquals", `arn:aws:logs:us-west-2:123456789012:log-group:${GROUP.name}`)),
    ).toBe("");
    expect(
      withPolicy(ADMIN, forGroup("StringEquals", `arn:aws:logs:us-west-2:123456789012:log-group:${GROUP.name}`)),
    ).toBe("");
    expect(withPolicy(ADMIN, { ...LOGS, Condition: { StringEquals: { "aws:SourceAccount": "123456789012" } } })).toBe(
      "",
    );
  });

  test.each<[string, object[]]>([
    ["nobody but the account", [ADMIN]],
    ["logs of another Region", [{ ...LOGS, Principal: { Service: "logs.us-east-1.amazonaws.com" } }]],
    ["reading alone", [{ ...LOGS, Action: ["kms:Decrypt*"] }]],
    ["another log group", [forGroup("ArnLike", "arn:aws:logs:us-west-2:123456789012:log-group:/aws/other*")]],
    [
      "the group in one condition of two",
      [withBoth("ArnLike", "StringLike", "arn:aws:logs:us-west-2:123456789012:log-group:/aws/other*")],
    ],
    ["a pattern that is not one", [forGroup("StringEquals", "arn:aws:logs:us-west-2:123456789012:*")]],
  ])("is refused when the key allows %s", (_, statements) => {
    expect(withPolicy(...statements)).toMatch(/^AccessDeniedException: .*logs\.us-west-2\.amazonaws\.com/);
  });

  test("is made with a key that allows one of several groups, whatever else it asks for", () => {
    const several = ["arn:aws:logs:us-west-2:123456789012:log-group:/none", "arn:aws:logs:us-west-2:123456789012:*"];
    const Condition = {
      ArnLike: { "kms:EncryptionContext:aws:logs:arn": several },
      Bool: { "kms:GrantIsForAWSResource": "true" },
    };
    expect(withPolicy(ADMIN, { ...LOGS, Condition })).toBe("");
  });

  test("is made with a key whose policy is not known, and under a name that is not", () => {
    expect(withKey({ policy: null })({ ...GROUP, kms_key_id: ARN })).toBe("");
    const locked = withKey({ policy: JSON.stringify({ Statement: [ADMIN] }) });
    expect(locked({ ...GROUP, name: null, kms_key_id: ARN })).toBe("");
  });

  test("takes the name of the service in China both ways", () => {
    const arn = "arn:aws-cn:kms:cn-north-1:123456789012:key/1";
    const cloud = (service: string) =>
      fakeCloud({
        partition: "aws-cn",
        region: "cn-north-1",
        objects: [
          cloudObject("aws_kms_key", "1", {
            arn,
            policy: JSON.stringify({ Statement: [{ ...LOGS, Principal: { Service: service } }] }),
          }),
        ],
      });
    const group = { ...GROUP, kms_key_id: arn };
    expect(refusalsOf(kind, cloud("logs.cn-north-1.amazonaws.com.cn"))(group)).toBe("");
    expect(refusalsOf(kind, cloud("logs.cn-north-1.amazonaws.com"))(group)).toBe("");
  });

  test("is refused with a key that is not there, switched off, asymmetric, or no ARN", () => {
    const group = { ...GROUP, kms_key_id: ARN };
    expect(refusalsOf(kind, fakeCloud())(group)).toMatch(/key does not exist/);
    expect(withKey({ is_enabled: false })(group)).toMatch(/is disabled/);
    expect(withKey({ customer_master_key_spec: "RSA_2048" })(group)).toMatch(/is asymmetric/);
    expect(withKey({})({ ...GROUP, kms_key_id: "alias/logs" })).toMatch(/it is the ARN of a key/);
  });

  test("says nothing of a key of another account", () => {
    const foreign = "arn:aws:kms:us-west-2:210987654321:key/1";
    expect(refusalsOf(kind, fakeCloud())({ ...GROUP, kms_key_id: foreign })).toBe("");
  });
});

test("is deleted unless it is protected", () => {
  expect(refusalText(kind.refuseDelete!({ ...GROUP, deletion_protection_enabled: true }, fakeCloud()))).toMatch(
    /^ValidationException/,
  );
  expect(refusalText(kind.refuseDelete!({ ...GROUP, deletion_protection_enabled: false }, fakeCloud()))).toBe("");
});
