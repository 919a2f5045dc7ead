import { deepMerge, isTable } from "../../../constructs/core/deep-merge";

describe("deepMerge", () => {
  const base = { a: { x: 1, y: [1, 2] }, b: "old" };

  test.each(["removes", "stays"] as const)("merges tables, replaces scalars and lists, where null %s", (ofNull) => {
    const over = { a: { y: [3], z: true }, b: { c: 1 }, d: undefined };
    expect(deepMerge<object>(base, over, ofNull)).toEqual({ a: { x: 1, y: [3], z: true }, b: { c: 1 } });
    expect(deepMerge<object>(base, { a: 1 }, ofNull)).toEqual({ a: 1, b: "old" });
    expect(base).toEqual({ a: { x: 1, y: [1, 2] }, b: "old" });
  });

  test("null removes a key, or is its value, also below a table that was not there", () => {
    const over = { a: { x: null }, c: { d: null } };
    expect(deepMerge<object>(base, over, "removes")).toEqual({ a: { y: [1, 2] }, b: "old", c: {} });
    expect(deepMerge<object>(base, over, "stays")).toEqual({ a: { x: null, y: [1, 2] }, b: "old", c: { d: null } });
  });

  test("names that objects have by themselves are keys as any others", () => {
    const over = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "x": 1 } }') as object;
    const merged = deepMerge<object>({}, over, "stays");
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true},"constructor":{"x":1}}');
    expect("polluted" in {}).toBe(false);
  });
});

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ["text", false],
  [undefined, false],
])("isTable of %j is %s", (value, expected) => expect(isTable(value)).toBe(expected));
