import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { checkedForm } from "../../../../scripts/lib/files/checked-form";
import {
  asJson,
  jsonIn,
  jsonOf,
  parseJson,
  placeIn,
  readJson,
  readText,
} from "../../../../scripts/lib/files/read-json";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-json-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const problemOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectedError);
    return (error as Error).message;
  }
  throw new Error("nothing was wrong");
};

describe("JSON that is none says where", () => {
  test.each([
    ["a comma too many", '{\n  "a": 1,\n}', "line 3, column 1: Expected double-quoted property name"],
    ["a word", '{\n  "a": yes\n}', "line 2, column 8: Unexpected token 'y'\n"],
    ["an end too soon", "[1,\n 2\n", "line 2, column 3: Expected ',' or ']' after array element"],
    ["nothing", "", "line 1, column 1: Unexpected end of JSON input"],
    ["a text that does not end", '{"a": "b\n"}', "line 1, column 9: Bad control character in string literal"],
    ["more than one value", "{}\n{}", "line 2, column 1: Unexpected non-whitespace character after JSON"],
    ["marks of a merge", '{\n<<<<<<< HEAD\n "a": 1\n}', "line 2, column 1: Expected property name or '}'"],
  ])("%s", (_, text, message) => {
    const problem = problemOf(() => parseJson(text, { name: "x.json", fix: "Write it anew." }));
    expect(problem).toContain(`x.json is not JSON: ${message}`);
    expect(problem).toMatch(/^[^\n]*\nWrite it anew\.$/);
  });
});

test("files say why they cannot be read", () => {
  expect(problemOf(() => readJson(join(folder, "none.json")))).toMatch(/none\.json cannot be read: ENOENT/);
  expect(problemOf(() => readText(folder, { name: "--drift: x" }))).toMatch(/^--drift: x cannot be read: EISDIR/);
  writeFileSync(join(folder, "half.json"), "{ half");
  expect(problemOf(() => readJson(join(folder, "half.json")))).toContain("half.json is not JSON: line 1, column 3");
  expect(jsonOf(join(folder, "half.json"))).toBeUndefined();
  expect(jsonOf(join(folder, "none.json"))).toBeUndefined();
  writeFileSync(join(folder, "null.json"), "null");
  expect([jsonOf(join(folder, "null.json")), readJson(join(folder, "null.json"))]).toEqual([null, null]);
});

test("any text, and any value", () => {
  expect([jsonIn("[1]"), jsonIn("no")]).toEqual([[1], undefined]);
  expect(asJson({ a: undefined, at: new Date(0), list: [undefined] })).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    list: [null],
  });
  expect(asJson(undefined)).toBeNull();
});

test("a document of another form says all that is wrong, key by key", () => {
  const schema = z.strictObject({ format: z.literal(1), answers: z.array(z.object({ name: z.string() })) });
  const good = { format: 1, answers: [{ name: "a" }] };
  expect(checkedForm(schema, good, { name: "x" })).toEqual(good);
  const problem = problemOf(() =>
    checkedForm(
      schema,
      { format: 2, answers: [{}, { name: "b" }, {}, {}], more: 1 },
      { name: "x.json", what: "a recording", fix: "Record it." },
    ),
  );
  expect(problem).toBe(
    [
      "x.json is not a recording:",
      "  format: unknown value 2; allowed: 1",
      "  answers.0.name and 2 more in lists: is missing; it must be a string",
      '  more: unknown key "more"; allowed here: format, answers',
      "Record it.",
    ].join("\n"),
  );
  const own = z.object({ page: z.string().refine((text) => text === "a", "is one of several pages") });
  expect(problemOf(() => checkedForm(own, { page: "b" }, { name: "x.json" }))).toBe(
    "x.json is not what it should be:\n  page: is one of several pages",
  );
});

test("the place is found in any text that was broken anywhere", () => {
  const value = fc.array(fc.record({ a: fc.string(), b: fc.double({ noNaN: true }), c: fc.constantFrom(true, null) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(value, fc.nat(), (given, at) => {
      const text = JSON.stringify(given, null, 1);
      const broken = at % text.length;
      // no JSON has this sign; the place is that of the sign, or of the token that it is a part of
      const problem = problemOf(() => parseJson(`${text.slice(0, broken)}\u0001${text.slice(broken)}`, { name: "x" }));
      const token = /[^\s,:[\]{}"]*$/.exec(text.slice(0, broken))![0];
      const places = Array.from({ length: token.length + 1 }, (_, back) => placeIn(text, broken - back));
      expect(places).toContain(/line \d+, column \d+/.exec(problem)![0]);
    }),
  );
});
