import { isSymmetric, keyOf, KMS_KINDS } from "../../../../scripts/rehearsal/aws/kms";
import { cloudObject, fakeCloud } from "./fake-cloud";
import { refusalsOf } from "./refusal-text";

const key = KMS_KINDS["aws_kms_key"]!;
const alias = KMS_KINDS["aws_kms_alias"]!;

const ADMIN = { Effect: "Allow", Action: "kms:*", Resource: "*", Principal: { AWS: "arn:aws:iam::123456789012:root" } };
const policy = (...Statement: object[]) => JSON.stringify({ Version: "2012-10-17", Statement });
const KEY = {
  customer_master_key_spec: "SYMMETRIC_DEFAULT",
  key_usage: "ENCRYPT_DECRYPT",
  enable_key_rotation: true,
  bypass_policy_lockout_safety_check: false,
  policy: policy(ADMIN),
};
const ARN = "arn:aws:kms:us-west-2:123456789012:key/1";
const KEYS = [cloudObject("aws_kms_key", "1", { ...KEY, arn: ARN })];

describe("a key", () => {
  const refused = refusalsOf(key, fakeCloud());

  test("is replaced for what it is, and not for its policy, rotation or description", () => {
    expect(key.forcesNew).toEqual([
      "custom_key_store_id",
      "customer_master_key_spec",
      "key_usage",
      "multi_region",
      "xks_key_id",
    ]);
    expect(key.json).toEqual(["policy"]);
  });

  test("is symmetric and not rotated, if nobody says otherwise", () => {
    expect(key.defaults).toEqual({
      bypass_policy_lockout_safety_check: false,
      customer_master_key_spec: "SYMMETRIC_DEFAULT",
      enable_key_rotation: false,
      is_enabled: true,
      key_usage: "ENCRYPT_DECRYPT",
    });
  });

  test("has a UUID, or an id for several Regions", () => {
    const made = key.create(KEY, fakeCloud({ partition: "aws-us-gov" }));
    expect(made["key_id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made).toMatchObject({ id: made["key_id"], rotation_period_in_days: 365 });
    expect(made["arn"]).toBe(`arn:aws-us-gov:kms:us-west-2:123456789012:key/${String(made["id"])}`);
    expect(key.create({ ...KEY, multi_region: true }, fakeCloud())["id"]).toMatch(/^mrk-[0-9a-f]{32}$/);
    expect(key.create({ ...KEY, enable_key_rotation: false }, fakeCloud())["rotation_period_in_days"]).toBeNull();
  });

  test("gets a policy that leaves it to IAM, when it brings none", () => {
    const made = key.create({ ...KEY, policy: null }, fakeCloud());
    expect(JSON.parse(made["policy"] as string)).toMatchObject({
      Statement: [{ Principal: ADMIN.Principal, Action: "kms:*" }],
    });
    expect(refused({ ...KEY, policy: made["policy"]! })).toBe("");
  });

  test("is made when all is right", () => {
    expect(refused(KEY)).toBe("");
    expect(refused({ ...KEY, policy: null })).toBe("");
    expect(refused({ ...KEY, deletion_window_in_days: 7, rotation_period_in_days: 90 })).toBe("");
    expect(refused({ ...KEY, deletion_window_in_days: 30, rotation_period_in_days: 2560 })).toBe("");
  });

  test.each<[string, object, RegExp]>([
    [
      "a deletion within six days",
      { deletion_window_in_days: 6 },
      /^ValidationException: deletion_window_in_days is 6/,
    ],
    ["a deletion after 31 days", { deletion_window_in_days: 31 }, /^ValidationException/],
    [
      "a rotation every 89 days",
      { rotation_period_in_days: 89 },
      /^ValidationException: rotation_period_in_days is 89/,
    ],
    ["a rotation every 2561 days", { rotation_period_in_days: 2561 }, /^ValidationException/],
    ["rotation in a key store", { custom_key_store_id: "cks-1" }, /^UnsupportedOperationException/],
    ["another use", { key_usage: "SIGN_VERIFY" }, /^ValidationException: key_usage/],
    ["rotation of an asymmetric key", { customer_master_key_spec: "RSA_2048" }, /^UnsupportedOperationException/],
    ["a policy that is none", { policy: "{" }, /^MalformedPolicyDocumentException: Syntax errors/],
    ["a large policy", { policy: policy(ADMIN).padEnd(32_769) }, /^LimitExceededException: policy has 32769 bytes/],
  ])("is refused with %s", (_, change, message) => {
    expect(refused({ ...KEY, ...change })).toMatch(message);
  });

  test("takes another use and no rotation when it is asymmetric", () => {
    const asymmetric = { customer_master_key_spec: "RSA_2048", key_usage: "SIGN_VERIFY", enable_key_rotation: false };
    expect(refused({ ...KEY, ...asymmetric })).toBe("");
  });

  test("is refused with a policy that locks everybody of the account out", () => {
    const locked = /^MalformedPolicyDocumentException: The new key policy will not allow you to update/;
    expect(refused({ ...KEY, policy: policy({ ...ADMIN, Action: "kms:Encrypt" }) })).toMatch(locked);
    expect(refused({ ...KEY, policy: policy({ ...ADMIN, Effect: "Deny" }) })).toMatch(locked);
    expect(refused({ ...KEY, policy: policy({ ...ADMIN, Principal: { Service: "logs.amazonaws.com" } }) })).toMatch(
      locked,
    );
    expect(refused({ ...KEY, policy: policy({ ...ADMIN, Principal: { AWS: "210987654321" } }) })).toMatch(locked);
    const others = { ...KEY, policy: policy({ ...ADMIN, Principal: { AWS: "210987654321" } }) };
    expect(refused({ ...others, bypass_policy_lockout_safety_check: true })).toBe("");
  });

  test.each(["*", { AWS: "*" }, { AWS: "123456789012" }, { AWS: ["arn:aws:iam::123456789012:role/admin"] }])(
    "may be looked after by %j",
    (Principal) => {
      expect(refused({ ...KEY, policy: policy({ ...ADMIN, Principal, Action: ["kms:Put*"] }) })).toBe("");
    },
  );

  test("needs one statement for administrators, beside any others", () => {
    const use = { ...ADMIN, Action: "kms:Decrypt", Principal: { AWS: "arn:aws:iam::123456789012:role/reader" } };
    expect(refused({ ...KEY, policy: policy(use, ADMIN) })).toBe("");
    expect(refused({ ...KEY, policy: policy(use, use) })).toMatch(/will not allow you/);
  });

  test("has a policy of up to 32 KiB", () => {
    expect(refused({ ...KEY, policy: policy(ADMIN).padEnd(32_768) })).toBe("");
  });

  test("is of one Region", () => {
    expect(key.create(KEY, fakeCloud())["multi_region"]).toBe(false);
  });

  test("is found by its id and by its ARN", () => {
    const cloud = fakeCloud({ objects: KEYS });
    expect(keyOf("1", cloud)?.id).toBe("1");
    expect(keyOf(ARN, cloud)?.id).toBe("1");
    expect(keyOf("2", cloud)).toBeUndefined();
    expect(isSymmetric(KEYS[0]!)).toBe(true);
    expect(isSymmetric(cloudObject("aws_kms_key", "2", { customer_master_key_spec: "RSA_2048" }))).toBe(false);
  });
});

describe("an alias", () => {
  const cloud = fakeCloud({ objects: KEYS });
  const refused = refusalsOf(alias, cloud);

  test("is replaced for another name, and takes another key in place", () => {
    expect(alias.forcesNew).toEqual(["name", "name_prefix"]);
    expect(alias.unique).toEqual([expect.objectContaining({ by: ["name"], code: "AlreadyExistsException" })]);
  });

  test("has the ARN of its key beside its own", () => {
    expect(alias.create({ name: "alias/a", target_key_id: "1" }, cloud)).toMatchObject({
      id: "alias/a",
      arn: "arn:aws:kms:us-west-2:123456789012:alias/a",
      target_key_arn: ARN,
    });
    expect(alias.create({ name: null, name_prefix: null, target_key_id: "1" }, cloud)["name"]).toMatch(
      /^alias\/[0-9a-f]{26}$/,
    );
  });

  test("is refused with a wrong name, and without a key", () => {
    expect(refused({ name: "alias/a/b_c-1", target_key_id: ARN })).toBe("");
    for (const name of ["a", "alias/", "alias/aws/s3", "alias/a:b", `alias/${"a".repeat(251)}`])
      expect(refused({ name, target_key_id: "1" })).toMatch(/^InvalidAliasNameException/);
    expect(refused({ name: "alias/a", target_key_id: "2" })).toBe(
      "NotFoundException: target_key_id: there is no key 2",
    );
  });
});
