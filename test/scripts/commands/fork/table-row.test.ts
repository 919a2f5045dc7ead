import { withRow } from "../../../../scripts/commands/fork/table-row";

const table = (rows: string) => `// head\nexport const ENVIRONMENTS: EnvironmentTable = {${rows}};\n// tail\n`;

test.each([
  [
    "after the last row",
    '\n  dev: () => require("./dev").default,\n',
    '\n  dev: () => require("./dev").default,\n  trial: () => require("./trial").default,\n',
  ],
  ["with the comma that was missing", "\n  dev: 1\n", '\n  dev: 1,\n  trial: () => require("./trial").default,\n'],
  [
    "below a comment beside the last row",
    "\n  dev: 1, // old\n",
    '\n  dev: 1, // old\n  trial: () => require("./trial").default,\n',
  ],
  [
    "below a comment after the last row",
    "\n    dev: 1,\n    // more to come\n",
    '\n    dev: 1,\n    // more to come\n    trial: () => require("./trial").default,\n',
  ],
  ["on the one line that there is", " dev: 1 ", ' dev: 1, trial: () => require("./trial").default '],
  ["on one line with a comma", " dev: 1, ", ' dev: 1, trial: () => require("./trial").default '],
])("adds a row %s", (_, before, after) => expect(withRow(table(before), "trial")).toBe(table(after)));

test("quotes a name with a dash", () =>
  expect(withRow(table("\n  dev: 1,\n"), "a-b")).toContain('\n  "a-b": () => require("./a-b").default,\n'));

test("keeps the line ends of the file", () =>
  expect(withRow(table("\r\n  dev: 1,\r\n"), "a")).toBe(
    table('\r\n  dev: 1,\r\n  a: () => require("./a").default,\r\n'),
  ));

test("finds a table that is checked by satisfies", () =>
  expect(withRow("const ENVIRONMENTS = { dev: 1 } satisfies T;", "a")).toBe(
    'const ENVIRONMENTS = { dev: 1, a: () => require("./a").default } satisfies T;',
  ));

test.each([
  ["none", "export const OTHERS = { a: 1 };"],
  ["one without rows", table("")],
  ["a computed one", "export const ENVIRONMENTS = make();"],
])("fails on %s, and says which row to write", (_, text) =>
  expect(() => withRow(text, "a")).toThrow(/Write `a: \(\) => require\("\.\/a"\)\.default,`/),
);
