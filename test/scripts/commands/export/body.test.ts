import { bodyLines, contents, wrapped } from "../../../../scripts/commands/export/body";
import type { BlockSchema } from "../../../../scripts/rehearsal/schema/types";

const flags = { required: false, optional: true, computed: false, sensitive: false, writeOnly: false };
const schema: BlockSchema = {
  attributes: { name: { type: "string", ...flags } },
  blocks: {
    rule: {
      nesting: "set",
      minItems: 0,
      maxItems: 0,
      block: { attributes: { port: { type: "number", ...flags } }, blocks: {} },
    },
  },
};

const lines = (json: Parameters<typeof bodyLines>[0]["json"], except: readonly string[] = []) =>
  bodyLines({ json, schema, where: "x: aws_thing.one", indent: "  ", except });

test("puts arguments before blocks, since they are read first", () => {
  expect(lines({ rule: { port: 1 }, name: "a" })).toEqual(['  name = "a"', "  rule {", "    port = 1", "  }"]);
});

test("leaves out comments, and what somebody else writes", () => {
  expect(lines({ "//": "note", count: 2, name: "a" }, ["count"])).toEqual(['  name = "a"']);
});

test("fails on names that only objects have by birth", () => {
  expect(() => lines({ constructor: 1 })).toThrow(/^x: aws_thing\.one: nothing is known of "constructor"/);
});

test("takes one block as an object, several as a list, none as null", () => {
  expect(contents({ a: 1 }, "x")).toEqual([{ a: 1 }]);
  expect(contents([{ a: 1 }, { b: 2 }], "x")).toEqual([{ a: 1 }, { b: 2 }]);
  expect(contents(null, "x")).toEqual([]);
  expect(() => contents([1], "x.rule")).toThrow("x.rule: a block has arguments, and this one is 1");
});

test("writes an empty block on one line", () => {
  expect(wrapped("rule", [], "  ")).toEqual(["  rule {}"]);
  expect(wrapped("rule", ["    a = 1"], "  ")).toEqual(["  rule {", "    a = 1", "  }"]);
});
