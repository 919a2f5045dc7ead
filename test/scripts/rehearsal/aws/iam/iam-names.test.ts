import {
  newName,
  policySize,
  refuseName,
  refuseOtherCase,
  refusePath,
} from "../../../../../scripts/rehearsal/aws/iam/iam-names";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

test("takes the name that is given, or makes one up behind the prefix", () => {
  expect(newName({ name: "a", name_prefix: "b" }, fakeCloud())).toBe("a");
  expect(newName({ name: null, name_prefix: "b-" }, fakeCloud())).toMatch(/^b-20260101[0-9a-f]{18}$/);
  expect(newName({}, fakeCloud())).toMatch(/^terraform-[0-9a-f]{26}$/);
});

test("refuses names that are too long, empty, or with other characters", () => {
  expect(refusalText(refuseName({ name: "Node_1+=,.@-" }, 64))).toBe("");
  expect(refusalText(refuseName({ name: "a".repeat(64) }, 64))).toBe("");
  expect(refusalText(refuseName({ name: null }, 64))).toBe("");
  expect(refusalText(refuseName({ name: "a".repeat(65) }, 64))).toMatch(/^ValidationError: .*65 characters.*1 to 64/);
  expect(refusalText(refuseName({ name: "" }, 64))).toMatch(/^ValidationError/);
  expect(refusalText(refuseName({ name: "a/b" }, 64))).toMatch(/^ValidationError/);
});

test("refuses a path that does not begin and end with a slash", () => {
  expect(["/", "/a/", "/a/b/", null].map((path) => refusalText(refusePath({ path })))).toEqual(["", "", "", ""]);
  for (const path of ["a/", "/a", "", `/${"a".repeat(511)}/`])
    expect(refusalText(refusePath({ path }))).toMatch(/^ValidationError/);
});

test("refuses a new name that differs in case only from one that is there", () => {
  const cloud = fakeCloud({ objects: [cloudObject("aws_iam_role", "nodes", { name: "nodes" })] });
  expect(refusalText(refuseOtherCase("aws_iam_role", { name: "Nodes" }, cloud, null))).toMatch(
    /^EntityAlreadyExists: .*case/,
  );
  expect(refusalText(refuseOtherCase("aws_iam_role", { name: "nodes" }, cloud, null))).toBe("");
  expect(refusalText(refuseOtherCase("aws_iam_role", { name: "Nodes" }, cloud, { name: "Nodes" }))).toBe("");
  expect(refusalText(refuseOtherCase("aws_iam_policy", { name: "Nodes" }, cloud, null))).toBe("");
});

test("counts the characters of policies without white space", () => {
  expect(policySize('{ "a":\n\t1 }', "{}")).toBe('{"a":1}{}'.length);
});

test("makes the same name for the same digits, and another one for another prefix", () => {
  expect(newName({ name_prefix: "b-" }, fakeCloud())).toBe(newName({ name_prefix: "b-" }, fakeCloud()));
  expect(newName({ name_prefix: "b-" }, fakeCloud())).not.toBe(newName({ name_prefix: "c-" }, fakeCloud()));
});

test("counts nothing for no policies", () => {
  expect(policySize()).toBe(0);
});

test("takes paths of up to 512 characters", () => {
  expect(refusalText(refusePath({ path: `/${"a".repeat(510)}/` }))).toBe("");
  expect(refusalText(refusePath({ path: `/${"a".repeat(511)}/` }))).toMatch(/up to 512/);
});
