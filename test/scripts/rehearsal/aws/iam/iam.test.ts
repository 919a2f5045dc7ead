import { IAM_KINDS, refuseInlineSize, refuseMissingPolicy } from "../../../../../scripts/rehearsal/aws/iam/iam";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText, refusalsOf } from "../refusal-text";

const inRole = IAM_KINDS["aws_iam_role_policy"]!;
const attachment = IAM_KINDS["aws_iam_role_policy_attachment"]!;
const managed = IAM_KINDS["aws_iam_policy"]!;

const ROLE = [{ path: "role", to: ["aws_iam_role"], by: "name", missing: "NoSuchEntity" }];
const OWN = "arn:aws:iam::123456789012:policy/own";
const OF_AWS = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy";
const policy = (size: number) =>
  JSON.stringify({
    Statement: { Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${"a".repeat(size)}` },
  });

describe("an inline policy", () => {
  const object = { name: "own", role: "nodes", policy: policy(5) };

  test("is replaced for another name or role", () => {
    expect(inRole.forcesNew).toEqual(["name", "name_prefix", "role"]);
    expect(inRole.json).toEqual(["policy"]);
    expect(inRole.references).toEqual(ROLE);
  });

  test("is known by its role and its name", () => {
    expect(inRole.create(object, fakeCloud())).toMatchObject({ id: "nodes:own", name: "own" });
  });

  test("is refused with a long name, with errors, and above the size", () => {
    const refused = refusalsOf(inRole, fakeCloud());
    expect(refused(object)).toBe("");
    expect(refused({ ...object, name: "a".repeat(129) })).toMatch(/^ValidationError: name/);
    expect(refused({ ...object, policy: "{}" })).toMatch(/^MalformedPolicyDocument/);
    expect(refused({ ...object, policy: policy(10_240) })).toMatch(/^LimitExceeded/);
  });

  test("shares the size with the others of its role, and not with itself", () => {
    const other = (name: string, role: string) =>
      fakeCloud({ objects: [cloudObject("aws_iam_role_policy", name, { name, role, policy: policy(6000) })] });
    const large = { ...object, policy: policy(6000) };
    expect(refusalsOf(inRole, other("second", "nodes"))(large)).toMatch(
      /^LimitExceeded: the inline policies of the role/,
    );
    expect(refusalsOf(inRole, other("own", "nodes"))(large)).toBe("");
    expect(refusalsOf(inRole, other("second", "others"))(large)).toBe("");
  });
});

describe("an attachment", () => {
  const cloud = fakeCloud({
    objects: [
      cloudObject("aws_iam_policy", OWN, { arn: OWN }),
      cloudObject("aws_iam_policy", "other", { arn: "other" }),
    ],
  });
  const refused = refusalsOf(attachment, cloud);

  test("is replaced for another policy or role", () => {
    expect(attachment.forcesNew).toEqual(["policy_arn", "role"]);
    expect(attachment.references).toEqual(ROLE);
    expect(attachment.create({ role: "nodes", policy_arn: OWN }, cloud)).toEqual({ id: `nodes/${OWN}` });
  });

  test("takes policies of AWS, and those that were made", () => {
    expect(refused({ role: "nodes", policy_arn: OF_AWS })).toBe("");
    expect(refused({ role: "nodes", policy_arn: OWN })).toBe("");
    expect(refused({ role: "nodes", policy_arn: `${OWN}2` })).toMatch(/^NoSuchEntity/);
  });

  test("does not take policies for service-linked roles", () => {
    const linked = "arn:aws:iam::aws:policy/aws-service-role/AmazonEKSServiceRolePolicy";
    expect(refused({ role: "nodes", policy_arn: linked })).toMatch(/^PolicyNotAttachable/);
  });

  test("is one of ten of a role", () => {
    const some = (count: number, role: string) =>
      fakeCloud({
        objects: Array.from({ length: count }, (_, index) =>
          cloudObject("aws_iam_role_policy_attachment", `${role}/${index}`, { role, policy_arn: `${OF_AWS}${index}` }),
        ),
      });
    const eleventh = { role: "nodes", policy_arn: OF_AWS };
    expect(refusalsOf(attachment, some(10, "nodes"))(eleventh)).toMatch(/^LimitExceeded: .*PoliciesPerRole: 10/);
    expect(refusalsOf(attachment, some(9, "nodes"))(eleventh)).toBe("");
    expect(refusalsOf(attachment, some(10, "others"))(eleventh)).toBe("");
    expect(refusalsOf(attachment, some(10, "nodes"))({ role: "nodes", policy_arn: `${OF_AWS}3` })).toBe("");
  });
});

describe("a managed policy", () => {
  const object = { name: "own", path: "/", policy: policy(5) };

  test("is replaced for another name, path or description", () => {
    expect(managed.forcesNew).toEqual(["description", "name", "name_prefix", "path"]);
    expect(managed.defaults).toEqual({ path: "/" });
    expect(managed.json).toEqual(["policy"]);
    expect(managed.unique).toEqual([expect.objectContaining({ by: ["name"], code: "EntityAlreadyExists" })]);
  });

  test("is known by its ARN", () => {
    const made = managed.create({ ...object, path: "/a/" }, fakeCloud());
    expect(made).toMatchObject({ id: "arn:aws:iam::123456789012:policy/a/own", arn: made["id"], attachment_count: 0 });
    expect(made["policy_id"]).toMatch(/^ANPA/);
  });

  test("is refused with a wrong name, path or text, and above the size", () => {
    const refused = refusalsOf(managed, fakeCloud());
    expect(refused(object)).toBe("");
    expect(refused({ ...object, name: "a b" })).toMatch(/^ValidationError: name/);
    expect(refused({ ...object, path: "a" })).toMatch(/^ValidationError: path/);
    expect(refused({ ...object, policy: "{}" })).toMatch(/^MalformedPolicyDocument/);
    const rest = policy(0).length;
    expect(refused({ ...object, policy: policy(6144 - rest) })).toBe("");
    expect(refused({ ...object, policy: policy(6145 - rest) })).toMatch(/^LimitExceeded: policy has 6145 characters/);
    expect(refused({ ...object, name: "a".repeat(128) })).toBe("");
    expect(refused({ ...object, name: "a".repeat(129) })).toMatch(/^ValidationError: name/);
  });

  test("stays while somebody has it", () => {
    const deletion = (type: string, attributes: object) =>
      refusalText(
        managed.refuseDelete!({ arn: OWN }, fakeCloud({ objects: [cloudObject(type, "nodes", { ...attributes })] })),
      );
    expect(deletion("aws_iam_role_policy_attachment", { policy_arn: OWN })).toMatch(/^DeleteConflict/);
    expect(deletion("aws_iam_role", { permissions_boundary: OWN })).toMatch(/^DeleteConflict/);
    expect(deletion("aws_iam_role", { managed_policy_arns: [OWN] })).toMatch(/^DeleteConflict/);
    expect(deletion("aws_iam_role_policy_attachment", { policy_arn: OF_AWS })).toBe("");
    expect(deletion("aws_iam_role", { permissions_boundary: OF_AWS })).toBe("");
  });

  test("is refused with a name that differs in case only", () => {
    const cloud = fakeCloud({ objects: [cloudObject("aws_iam_policy", "OWN", { name: "OWN" })] });
    expect(refusalsOf(managed, cloud)(object)).toMatch(/^EntityAlreadyExists/);
  });
});

test("counts all inline policies of a role together", () => {
  expect(refuseInlineSize(["a".repeat(5120), "a".repeat(5120)])).toEqual([]);
  expect(refuseInlineSize(["a".repeat(5120), "a".repeat(5121)])).toHaveLength(1);
});

test("tells what is no policy, and what is one of another partition", () => {
  const cloud = fakeCloud({ partition: "aws-cn" });
  expect(refusalText(refuseMissingPolicy("ReadOnlyAccess", cloud))).toMatch(/^ValidationError/);
  expect(refusalText(refuseMissingPolicy("arn:aws-cn:iam::aws:role/a", cloud))).toMatch(/^ValidationError/);
  expect(refusalText(refuseMissingPolicy(OF_AWS, cloud))).toMatch(
    /^NoSuchEntity: .*of aws, and this account of aws-cn/,
  );
  expect(refusalText(refuseMissingPolicy("arn:aws-cn:iam::aws:policy/ReadOnlyAccess", cloud))).toBe("");
});
