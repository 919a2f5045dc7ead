import type { Field } from "../../../../scripts/rehearsal/schema/binding-text";
import { blockSchema, type SchemaTraits } from "../../../../scripts/rehearsal/schema/block-schema";
import type { Shape } from "../../../../scripts/rehearsal/schema/shape";
import { printSchema } from "./print-schema";

const string: Shape = { is: "string" };
const rule: Shape = { is: "struct", name: "Rule" };
const list = (of: Shape): Shape => ({ is: "list", of });
const set = (of: Shape): Shape => ({ is: "set", of });

function field(name: string, flags: string, shape: Shape, more: Partial<Field> = {}): Field {
  const [required, optional, computed] = ["R", "O", "C"].map((flag) => flags.includes(flag)) as [
    boolean,
    boolean,
    boolean,
  ];
  return { name, required, optional, computed, shape, isBlock: false, isOnlyOne: false, ...more };
}

const block = { isBlock: true };
const protocol5: SchemaTraits = { nestsAttributes: false, hasWriteOnly: true };
const protocol6: SchemaTraits = { nestsAttributes: true, hasWriteOnly: true };

function read(fields: readonly Field[], structs: Record<string, readonly Field[]> = {}, traits = protocol5) {
  const { block, gaps } = blockSchema({ type: "aws_thing", fields, structs: new Map(Object.entries(structs)) }, traits);
  return { lines: printSchema(block), gaps };
}

describe("blockSchema", () => {
  const port = { Rule: [field("port", "R", { is: "number" })] };

  test("has lists, sets and single blocks with the limits that are told", () => {
    const { lines, gaps } = read(
      [
        field("any", "O", list(rule), block),
        field("asked", "R", set(rule), block),
        field("one", "O", list(rule), { ...block, isOnlyOne: true }),
        field("the_one", "R", set(rule), { ...block, isOnlyOne: true }),
        field("timeouts", "O", rule, block),
      ],
      port,
    );
    const inside = "  port: R number";
    expect(lines).toEqual([
      "any: block list",
      inside,
      "asked: block set min 1",
      inside,
      "one: block list max 1",
      inside,
      "the_one: block set min 1 max 1",
      inside,
      "timeouts: block single",
      inside,
    ]);
    expect(gaps).toEqual([]);
  });

  test("asks for nothing of a single block whose arguments are all required", () => {
    expect(read([field("timeouts", "R", rule, block)], port).lines[0]).toBe("timeouts: block single");
  });

  test("has objects in protocol 5", () => {
    const fields = [
      field("ingress", "OC", set(rule)),
      field("only", "C", rule),
      field("by_name", "C", { is: "map", of: rule }),
    ];
    expect(read(fields, port).lines).toEqual([
      "by_name: C map(object(port=number))",
      "ingress: OC set(object(port=number))",
      "only: C object(port=number)",
    ]);
  });

  test("has attributes in attributes in protocol 6, with flags of their own", () => {
    const structs = { Rule: [field("port", "R", { is: "number" }), field("type", "OC", string)] };
    const fields = [field("set", "O", list(rule)), field("only", "C", rule), field("deep", "C", list(list(rule)))];
    expect(read(fields, structs, protocol6).lines).toEqual([
      "deep: C list(list(object(port=number, type=string)))",
      "only: C attributes single",
      "  port: R number",
      "  type: OC string",
      "set: O attributes list",
      "  port: R number",
      "  type: OC string",
    ]);
  });

  test("takes arguments of resources for write-only by their name, with all that is in them", () => {
    const structs = { Rule: [field("name", "R", string)] };
    const fields = [
      field("password_wo", "O", string),
      field("password_wo_version", "O", { is: "number" }),
      field("has_password_wo", "C", { is: "bool" }),
      field("set_wo", "O", list(rule)),
    ];
    expect(read(fields, structs, protocol6).lines).toEqual([
      "has_password_wo: C bool",
      "password_wo: OW string",
      "password_wo_version: O number",
      "set_wo: OW attributes list",
      "  name: RW string",
    ]);
    const data = { ...protocol6, hasWriteOnly: false };
    expect(read(fields, structs, data).lines.join()).not.toContain("W");
  });

  test("takes any value where the generator has given up", () => {
    const { lines, gaps } = read([field("definition", "O", { is: "anything" })]);
    expect(lines).toEqual(["definition: O dynamic"]);
    expect(gaps).toEqual([{ path: "definition", lost: "its type: any value is taken" }]);
  });

  test.each([
    ["blocks", protocol5, true],
    ["attributes", protocol6, false],
  ])("leaves that out in sets, however deep: %s", (_name, traits, isBlock) => {
    const match: Shape = { is: "struct", name: "Match" };
    const structs = {
      Rule: [field("match", "O", list(match), { isBlock })],
      Match: [field("statement", "O", { is: "anything" }), field("key", "R", string)],
    };
    const { lines, gaps } = read([field("rule", "O", set(rule), { isBlock })], structs, traits);
    expect(lines.map((line) => line.trim().split(":")[0])).toEqual(["rule", "match", "key"]);
    expect(gaps.map(({ path, lost }) => `${path}: ${lost}`)).toEqual([
      "rule.match.statement: everything: left out, since a set cannot hold a value of any type",
    ]);
  });

  test("says where lists in collections might be sets", () => {
    const { lines, gaps } = read([
      field("pairs", "O", set(set(string))),
      field("maps", "O", list({ is: "map", of: string })),
    ]);
    expect(lines).toEqual(["maps: O list(map(string))", "pairs: O set(set(string))"]);
    expect(gaps).toEqual([{ path: "pairs", lost: "whether its elements are lists or sets: taken for sets" }]);
  });

  test("leaves a block out that stands in itself", () => {
    const structs = { Rule: [field("and", "O", list(rule), block), field("name", "R", string)] };
    const { lines, gaps } = read([field("rule", "O", list(rule), block)], structs);
    expect(lines).toEqual(["rule: block list", "  name: R string"]);
    expect(gaps).toEqual([{ path: "rule.and", lost: "how often it can be nested: left out here" }]);
  });

  test("lets one struct stand in several places", () => {
    const structs = { ...port, Pair: [field("left", "R", rule), field("right", "R", rule)] };
    const { lines, gaps } = read([field("pair", "O", { is: "struct", name: "Pair" })], structs);
    expect(lines).toEqual(["pair: O object(left=object(port=number), right=object(port=number))"]);
    expect(gaps).toEqual([]);
  });

  test("fails where a struct is missing, where a block is none and where nothing can be done with an attribute", () => {
    expect(() => read([field("rule", "O", list(rule), block)])).toThrow("rule: there is no struct Rule");
    expect(() => read([field("rule", "O", list(string), block)])).toThrow("rule: a block without a struct");
    expect(() => read([field("rule", "", string)])).toThrow("rule: neither an argument nor a result");
  });
});
