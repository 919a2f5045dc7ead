import { META_NAMES, metaLine, metaLines } from "../../../../scripts/commands/export/meta-arguments";

const lines = (json: Parameters<typeof metaLines>[0]) => metaLines(json, "x: aws_thing.one", "  ");

test("knows every argument that Terraform has in all resources", () => {
  expect([...META_NAMES].sort()).toEqual([
    "connection",
    "count",
    "depends_on",
    "dynamic",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
  ]);
});

test("writes names as names, and values as values", () => {
  expect(metaLine("depends_on", ["aws_vpc.a", "${aws_vpc.b}"], "x", "")).toEqual([
    "depends_on = [aws_vpc.a, aws_vpc.b]",
  ]);
  expect(metaLine("provider", "aws.west", "x", "  ")).toEqual(["  provider = aws.west"]);
  expect(metaLine("for_each", { a: "b" }, "x", "")).toEqual(['for_each = {\n  a = "b"\n}']);
  expect(metaLine("value", "aws.west", "x", "")).toEqual(['value = "aws.west"']);
  expect(metaLine("count", undefined, "x", "")).toEqual([]);
});

test("writes nothing where there is nothing", () => {
  expect(lines({ name: "x" })).toEqual([]);
  expect(lines({ lifecycle: {} })).toEqual(["  lifecycle {}"]);
});

test("writes conditions as blocks, each of them", () => {
  const condition = { condition: "${self.on}", error_message: "off" };
  expect(lines({ lifecycle: { postcondition: [condition, condition] } }).join("\n")).toBe(
    `  lifecycle {
    postcondition {
      condition = self.on
      error_message = "off"
    }
    postcondition {
      condition = self.on
      error_message = "off"
    }
  }`,
  );
});

test.each(["connection", "provisioner", "dynamic"])("fails on %s, which no stack has", (name) => {
  expect(() => lines({ [name]: {} })).toThrow(`x: aws_thing.one: "${name}" cannot be exported`);
});
