import fc from "fast-check";
import { literal } from "../../../../scripts/lib/environments/literal";

test.each([
  ["what fits stays on one line", { a: 1, b: [true, null], c: {} }, "{ a: 1, b: [true, null], c: {} }"],
  ["keys are quoted where they must be", { "a-b": 1, a1: 2 }, '{ "a-b": 1, a1: 2 }'],
  ["single quotes where they need fewer escapes", 'say "no"', `'say "no"'`],
  ["double quotes where both are needed", `it's "a"`, `'it\\'s "a"'`],
  ["line breaks are escaped", "a\nb", '"a\\nb"'],
  ["keys without a value are left out", { a: undefined, b: 1 }, "{ b: 1 }"],
])("%s", (_, value, text) => expect(literal(value)).toBe(text));

test("breaks what is longer than a line, key by key", () => {
  const value = { short: 1, long: Array.from({ length: 3 }, (_, n) => `${n}`.repeat(50)) };
  const items = value.long.map((text) => `    "${text}",`).join("\n");
  expect(literal(value)).toBe(`{\n  short: 1,\n  long: [\n${items}\n  ],\n}`);
});

test("counts what stands before and after the value on its line", () => {
  const value = { key: "x".repeat(100) };
  const flat = literal(value);
  expect(literal(value, 0, 120 - flat.length)).toBe(flat);
  expect(literal(value, 0, 121 - flat.length)).toContain("\n");
  expect(literal(value, 0, 120 - flat.length, 1)).toContain("\n");
});

test("says exactly the value, whatever it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const evaluated: unknown = new Function(`return ${literal(value)}`)();
      // __proto__ in a literal is no key: no environment has one
      fc.pre(!JSON.stringify(value).includes("__proto__"));
      expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value));
    }),
  );
});

test.each([
  ["a function", () => 1],
  ["a Map", new Map()],
  ["no number", NaN],
  ["a date in a list", [new Date(0)]],
])("fails on %s", (_, value) => expect(() => literal(value)).toThrow(TypeError));
