import { mergeValues, parseValues, valuesJson } from "../../../../scripts/rehearsal/helm/values";

describe("values", () => {
  test.each([
    ["a: 1\nb:\n  c: [x, true]", { a: 1, b: { c: ["x", true] } }],
    ['{"a": {"b": null}}', { a: { b: null } }],
    ["", {}],
    ["# nothing", {}],
    ["null", {}],
    ["a: 1\n---\nb: 2", { a: 1 }],
    ["a: 1\na: 2", { a: 2 }],
    ["base: &base {x: 1}\nmore:\n  <<: *base\n  y: 2", { base: { x: 1 }, more: { x: 1, y: 2 } }],
  ])("are read from %j", (text, values) => {
    expect(parseValues(text)).toEqual({ values });
  });

  test.each([
    ["- a\n- b", 1, "a list"],
    ["# a comment\n\n- a", 3, "a list"],
    ["text", 1, "a string"],
    ["7", 1, "a number"],
    ["a: 1\nb: [1, 2", 2, ""],
    ["a: 1\n  b: 2", 1, ""],
    ["a: 1\nb: {{ .Values.c }}: {", 2, ""],
    ["a:\n\t- b", 2, ""],
  ])("are refused in %j, with the line", (text, line, problem) => {
    const parsed = parseValues(text);
    expect(parsed).toMatchObject({ line, problem: expect.stringContaining(problem) });
    expect((parsed as { problem: string }).problem).not.toContain("\n");
  });
});

test("later values win, name by name", () => {
  const base = { a: { b: 1, c: 2 }, list: [1, 2], gone: { x: 1 } };
  expect(mergeValues(base, { a: { c: 3 }, list: [3], gone: null })).toEqual({
    a: { b: 1, c: 3 },
    list: [3],
    gone: null,
  });
  expect(mergeValues({ a: 1 }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  expect(base).toEqual({ a: { b: 1, c: 2 }, list: [1, 2], gone: { x: 1 } });
});

test("values are kept in the order of their names", () => {
  expect(valuesJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});
