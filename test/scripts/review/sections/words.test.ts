import type { ReviewedChange } from "../../../../scripts/review/changes/resource-changes";
import {
  andList,
  capital,
  changeText,
  count,
  nameOf,
  shownText,
  resourceText,
  valueAt,
  valueLines,
} from "../../../../scripts/review/sections/words";

const change = (type: string, before: Record<string, unknown> | null, after: Record<string, unknown> | null = null) =>
  ({ stack: "s", address: `${type}.the_id`, type, before, after }) as ReviewedChange;
const attribute = (before: unknown, after: unknown) => ({
  path: "a",
  before: { kind: "value" as const, value: before },
  after: { kind: "value" as const, value: after },
});

test("a resource is called as people call it", () => {
  expect(resourceText(change("aws_eks_node_group", { node_group_name: "h100", name: "x" }))).toBe("node group h100");
  expect(resourceText(change("aws_vpc", { tags: { Name: "main" } }))).toBe("VPC main");
  expect(resourceText(change("aws_s3_bucket", null, { bucket: "b" }))).toBe("bucket b");
  expect(resourceText(change("aws_iam_role_policy", { name: "policy", role: "jobs" }))).toBe(
    "policy of the IAM role jobs",
  );
  expect(resourceText(change("aws_made_up", {}))).toBe("aws_made_up the_id");
});

test("what it was called before counts", () =>
  expect(nameOf(change("aws_iam_role", { name: "old" }, { name: "new" }))).toBe("old"));

test("sentences begin with a capital, names stay as they are", () => {
  expect(["node group a", "aws_vpc a", "h100 a", "KMS key"].map(capital)).toEqual([
    "Node group a",
    "aws_vpc a",
    "h100 a",
    "KMS key",
  ]);
});

test("values fit into a sentence", () => {
  expect(shownText({ kind: "value", value: { a: [1] } })).toBe('{"a":[1]}');
  expect(shownText({ kind: "value", value: "x".repeat(500) })).toHaveLength(121);
  expect(shownText({ kind: "value", value: "a\nb\n" })).toBe("2 lines");
  expect(["unknown", "secret", "absent"].map((kind) => shownText({ kind } as never))).toEqual([
    "a value that is known after apply only",
    "a secret",
    "nothing",
  ]);
});

test("a change has both values, or the number of its lines", () => {
  expect(changeText(attribute(1, 2))).toBe("a: 1 → 2");
  expect(changeText({ ...attribute(1, 2), lines: ["- a"] })).toBe("a: 1 line differs");
  expect(changeText({ ...attribute(1, 2), lines: ["- a", "+ b"] })).toBe("a: 2 lines differ");
  expect(changeText({ ...attribute(1, 2), after: { kind: "unknown" } })).toBe("a: 1 → (known after apply)");
  expect(changeText({ path: "a", before: { kind: "secret" }, after: { kind: "secret" } })).toBe("a: a secret changes");
});

test("many changes are cut", () => {
  const lines = valueLines(Array.from({ length: 20 }, () => attribute(1, 2)));
  expect([lines.length, lines.at(-1)]).toEqual([13, "… and 8 more values"]);
  expect(valueLines([attribute(1, 2)])).toEqual(["a: 1 → 2"]);
});

test("values inside are found by their path", () => {
  expect(valueAt({ a: [{ b: 1 }] }, "a.0.b")).toBe(1);
  expect(valueAt({ a: [] }, "a.0.b")).toBeUndefined();
  expect(valueAt(null, "a")).toBeUndefined();
});

test("numbers and lists are words", () => {
  expect([count(1, "node"), count(2000, "node")]).toEqual(["1 node", "2,000 nodes"]);
  expect([andList([]), andList(["a"]), andList(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
});
