import { shownLine } from "../../../../scripts/lib/environments/shown-line";

const KEY = "AKIAIOSFODNN7EXAMPLE/wJalrXUtnFEMI";

/** The line, and the mark below it, of a key that is written there. */
function shown(text: string, key: string, isSecret = false, nameLength = key.length): string[] {
  const line = shownLine(
    { line: 1, column: text.indexOf(key) + 1, length: key.length, nameLength, text, exact: true },
    isSecret,
  );
  return [line.text, `${" ".repeat(line.column - 1)}${"^".repeat(line.length)}`];
}

test("a line without secrets stays as it is", () =>
  expect(shown('  region: "us-east-1",', "region")).toEqual(['  region: "us-east-1",', "  ^^^^^^"]));

test.each([
  ["a key of AWS in any key, with what is written behind it", `  tokens: "${KEY}",`, "tokens", '  tokens: "(secret)",'],
  ["a password by its key", '  login: { password: "hunter2!" },', "login", '  login: { password: "(secret)" },'],
  ["a text that ends on a later line", `  script: \`export KEY=${KEY}`, "script", "  script: `(secret)"],
])("%s is left out of the line", (_, text, key, line) =>
  expect(shown(text, key)).toEqual([line, "  ^^^^^^".slice(0, key.length + 2)]),
);

test("the mark stays under its key where a secret stood before it", () =>
  expect(shown(`  a: { x: "${KEY}", pool: 7 },`, "pool")).toEqual([
    '  a: { x: "(secret)", pool: 7 },',
    `${" ".repeat(22)}^^^^`,
  ]));

test("where what is there may be a secret, it is left out whatever form it has, with the rest of the line", () => {
  expect(shown('  secretName: "Hunter2!", tenant: "Hunter3!" },', "secretName", true)).toEqual([
    "  secretName: (secret)",
    "  ^^^^^^^^^^",
  ]);
  expect(shown('  args: ["--token", "Hunter2!"],', '"Hunter2!"', true, 0)).toEqual([
    '  args: ["--token", (secret)',
    `${" ".repeat(20)}^^^^^^^^`,
  ]);
});
