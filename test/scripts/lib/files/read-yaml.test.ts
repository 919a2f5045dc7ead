import { parseYaml } from "../../../../scripts/lib/files/read-yaml";

const TEXT = "# why\n- a: 2026-11-22\n  b: { c: 1 }\n\n- &x\n  a: 1e3\n- *x\n";

test("values, and the lines that they stand on", () => {
  const { value, lineOf } = parseYaml(TEXT, { name: "x.yaml" });
  expect(value).toEqual([{ a: "2026-11-22", b: { c: 1 } }, { a: 1000 }, { a: 1000 }]);
  expect([lineOf([0]), lineOf([0, "b", "c"]), lineOf([1, "a"]), lineOf([1, "none"]), lineOf([])]).toEqual([
    2, 3, 6, 6, 2,
  ]);
  expect(parseYaml("", { name: "x" }).value).toBeNull();
});

test("plain texts stay what was written", () => {
  expect(parseYaml(TEXT, { name: "x.yaml", plainTexts: true }).value).toEqual([
    { a: "2026-11-22", b: { c: "1" } },
    { a: "1e3" },
    { a: "1e3" },
  ]);
});

test("merges maps where it is asked to", () => {
  const text = "base: &b { a: 1 }\nown: { <<: *b, c: 2 }\n";
  expect(parseYaml(text, { name: "x", merge: true }).value).toMatchObject({ own: { a: 1, c: 2 } });
  expect(parseYaml(text, { name: "x" }).value).toMatchObject({ own: { c: 2 } });
});

test.each([
  ['- "', /^x\.yaml is not YAML: line 1, column 4: Missing closing "quote$/],
  ["a: 1\n b: 2\n", /^x\.yaml is not YAML: line \d, column \d: /],
  ["a: 1\na: 2\n", /^x\.yaml is not YAML: line 2, column 1: Map keys must be unique/],
])("%j is told with its place, in one line", (text, message) => {
  expect(() => parseYaml(text, { name: "x.yaml" })).toThrow(message);
});

test("an alias bomb is refused", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n < 9; n += 1)
    lines.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
    );
  expect(() => parseYaml(lines.join("\n"), { name: "x" })).toThrow(/alias/i);
});
