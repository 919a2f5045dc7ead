import { IAM_ROLE_KINDS } from "../../../../../scripts/rehearsal/aws/iam/iam-role";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText, refusalsOf } from "../refusal-text";

const kind = IAM_ROLE_KINDS["aws_iam_role"]!;
const trust = (...more: object[]) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { Service: "ec2.amazonaws.com" }, Action: "sts:AssumeRole" }, ...more],
  });
const inline = (size: number) =>
  JSON.stringify({
    Statement: { Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${"a".repeat(size)}` },
  });
const ROLE = { name: "nodes", path: "/", max_session_duration: 3600, assume_role_policy: trust() };
const refused = refusalsOf(kind, fakeCloud());

test("is replaced for another name or path, and for nothing else", () => {
  expect(kind.forcesNew).toEqual(["name", "name_prefix", "path"]);
  expect(kind.json).toEqual(["assume_role_policy"]);
});

test("lasts an hour and lies at the root, if nobody says otherwise", () => {
  expect(kind.defaults).toEqual({ force_detach_policies: false, max_session_duration: 3600, path: "/" });
});

test("exists once in the account", () => {
  expect(kind.unique).toEqual([expect.objectContaining({ by: ["name"], code: "EntityAlreadyExists" })]);
});

test("has an ARN with its path, and a unique id", () => {
  expect(kind.create({ name: "nodes", path: "/" }, fakeCloud())["managed_policy_arns"]).toEqual([]);
  const made = kind.create({ name: "nodes", path: "/a/" }, fakeCloud({ partition: "aws-cn" }));
  expect(made).toMatchObject({ id: "nodes", name: "nodes", arn: "arn:aws-cn:iam::123456789012:role/a/nodes" });
  expect(made["unique_id"]).toMatch(/^AROA/);
});

test("has a name of its own behind a prefix", () => {
  const made = kind.create({ name: null, name_prefix: "nodes-" }, fakeCloud());
  expect(made["name"]).toMatch(/^nodes-[0-9a-f]{26}$/);
  expect(made["id"]).toBe(made["name"]);
});

test("is made when all is right", () => {
  expect(refused(ROLE)).toBe("");
  expect(
    refused({ ...ROLE, inline_policy: [{ name: "a", policy: inline(5) }], description: "Nodes\nof a cluster" }),
  ).toBe("");
  expect(refused({ ...ROLE, managed_policy_arns: ["arn:aws:iam::aws:policy/ReadOnlyAccess"] })).toBe("");
});

test("is made at the limits", () => {
  expect(refused({ ...ROLE, max_session_duration: 43200, description: "a".repeat(1000), name: "a".repeat(64) })).toBe(
    "",
  );
});

test.each<[string, object, RegExp]>([
  ["a long name", { name: "a".repeat(65) }, /^ValidationError: name/],
  ["a path without slashes", { path: "nodes" }, /^ValidationError: path/],
  ["a short session", { max_session_duration: 3599 }, /^ValidationError: max_session_duration is 3599/],
  ["a long session", { max_session_duration: 43201 }, /^ValidationError: max_session_duration is 43201/],
  ["a long description", { description: "a".repeat(1001) }, /^ValidationError: description/],
  ["a description in other letters", { description: "узлы" }, /^ValidationError: description/],
  ["a trust policy that is none", { assume_role_policy: "{}" }, /^MalformedPolicyDocument/],
  ["an inline policy that is none", { inline_policy: [{ policy: "{}" }] }, /^MalformedPolicyDocument/],
  ["large inline policies", { inline_policy: [{ policy: inline(6000) }, { policy: inline(6000) }] }, /^LimitExceeded/],
  ["a policy that is not there", { managed_policy_arns: ["arn:aws:iam::123456789012:policy/a"] }, /^NoSuchEntity/],
  ["a boundary that is not there", { permissions_boundary: "arn:aws:iam::123456789012:policy/a" }, /^NoSuchEntity/],
])("is refused with %s", (_, change, message) => {
  expect(refused({ ...ROLE, ...change })).toMatch(message);
  expect(refused({ ...ROLE, ...change })).not.toContain("\n");
});

test("is refused with a trust policy above the quota, where white space does not count", () => {
  const long = {
    Effect: "Allow",
    Principal: { Service: `${"a".repeat(1900)}.amazonaws.com` },
    Action: "sts:AssumeRole",
  };
  const spaced = trust().replaceAll(",", `,${" ".repeat(1000)}`);
  expect(refused({ ...ROLE, assume_role_policy: trust(long) })).toMatch(
    /^LimitExceeded: .*2048; it can be raised to 4096/,
  );
  expect(spaced.length).toBeGreaterThan(2048);
  expect(refused({ ...ROLE, assume_role_policy: spaced })).toBe("");
});

test("is refused with a name that differs in case only", () => {
  const cloud = fakeCloud({ objects: [cloudObject("aws_iam_role", "Nodes", { name: "Nodes" })] });
  expect(refusalsOf(kind, cloud)(ROLE)).toMatch(/^EntityAlreadyExists/);
  expect(refusalsOf(kind, cloud, ROLE)(ROLE)).toBe("");
});

describe("a deletion", () => {
  const cloud = fakeCloud({
    objects: [
      cloudObject("aws_iam_role_policy_attachment", "nodes/a", { role: "nodes" }),
      cloudObject("aws_iam_role_policy", "nodes:b", { role: "nodes" }),
      cloudObject("aws_iam_instance_profile", "c", { role: "nodes" }),
    ],
  });
  const refusedDelete = (role: object) => refusalText(kind.refuseDelete!({ ...ROLE, ...role }, cloud));

  test("waits for attached and inline policies, and not for instance profiles", () => {
    expect(refusedDelete({})).toBe(
      "DeleteConflict: Cannot delete entity, must detach all policies first: nodes/a\n" +
        "DeleteConflict: Cannot delete entity, must delete policies first: nodes:b",
    );
    expect(refusedDelete({ name: "others" })).toBe("");
  });

  test("takes along what the role itself lists, and everything when told to", () => {
    expect(refusedDelete({ force_detach_policies: true })).toBe("");
    expect(refusedDelete({ managed_policy_arns: ["arn:aws:iam::aws:policy/a"], inline_policy: [{ name: "b" }] })).toBe(
      "",
    );
  });
});
