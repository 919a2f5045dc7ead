import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, type Issue } from "../../../../config/kernel/issues";
import { count, problemReport, jsonProblems } from "../../../../scripts/lib/environments/report-problems";

const root = mkdtempSync(join(tmpdir(), "report-"));
mkdirSync(join(root, "config/environments"), { recursive: true });
writeFileSync(
  join(root, "config/environments/dev.ts"),
  'export default defineEnvironment({\n  name: "dev",\n  region: 7,\n});\n',
);

writeFileSync(
  join(root, "config/environments/base.ts"),
  '// the original\n\nexport default defineEnvironment({\n  name: "base",\n});\n',
);

test("names file, line and key, what is wrong and how to mend it, for all environments at once", () => {
  const error = new ConfigError([
    {
      environment: "dev",
      issues: [{ path: ["region"], message: "must be a string, but is 7", hint: "write us-east-1" }],
    },
    { environment: "prod", issues: [{ path: [], message: 'there is no environment "prod"' }] },
  ]);
  expect(problemReport(error, root)).toBe(`dev: 1 problem
  config/environments/dev.ts:3:3  region: must be a string, but is 7
      3 |   region: 7,
        |   ^^^^^^
      fix: write us-east-1

prod: 1 problem
  there is no environment "prod"`);
});

test("says where rules were not asked, and says nothing where all were", () => {
  const issues = [{ path: ["region"], message: "must be a string, but is 7" }];
  const report = (heldBack: boolean) =>
    problemReport(new ConfigError([{ environment: "dev", issues, heldBack }]), root)
      .split("\n")
      .at(-1);
  expect(report(true)).toMatch(/^ {2}Rules that hang on what is wrong here were not asked/);
  expect(report(false)).not.toContain("Rules");
});

describe("places", () => {
  const report = (...issues: Issue[]) =>
    problemReport(new ConfigError([{ environment: "dev", issues }]), root).split("\n");

  test("are in the order of lines, those of other files last", () => {
    const lines = report(
      { path: ["name"], message: "x", origin: "base" },
      { path: ["region"], message: "b" },
      { path: ["name"], message: "a" },
    );
    expect(lines.slice(1).filter((line) => !line.includes(" | "))).toEqual([
      "  config/environments/dev.ts:2:3  name: a",
      "  config/environments/dev.ts:3:3  region: b",
      "  config/environments/base.ts:4:3  name: x",
      "      inherited from base: change it there, or give it anew in config/environments/dev.ts",
    ]);
  });

  test("of what is inherited from an environment without a file are in the file itself", () =>
    expect(report({ path: ["name"], message: "x", origin: "gone" })[1]).toBe(
      "  config/environments/dev.ts:2:3  name: x",
    ));

  test("that are known are shown as they are", () => {
    const place = { file: join(root, "config/environments/base.ts"), line: 9, column: 3 };
    expect(report({ path: [], message: "boom", place })[1]).toBe("  config/environments/base.ts:9:3  boom");
    const table = { file: "config/environments/index.ts" };
    expect(report({ path: [], message: "boom", place: table })[1]).toBe("  config/environments/index.ts  boom");
  });

  test("outside the repository keep their full path", () =>
    expect(report({ path: [], message: "boom", place: { file: "/elsewhere/a.ts", line: 1 } })[1]).toBe(
      "  /elsewhere/a.ts:1  boom",
    ));
});

test("a line of a file is shown without its secrets", () => {
  const key = "AKIAIOSFODNN7EXAMPLE/wJalrXUtnFEMI";
  writeFileSync(
    join(root, "config/environments/leak.ts"),
    `export default defineEnvironment({\n  region: "${key}",\n  tokens: "Hunter2!",\n});\n`,
  );
  const issues: Issue[] = [
    { path: ["region"], message: "is none" },
    { path: ["tokens"], message: "is none", secret: true },
  ];
  expect(problemReport(new ConfigError([{ environment: "leak", issues }]), root)).toBe(`leak: 2 problems
  config/environments/leak.ts:2:3  region: is none
      2 |   region: "(secret)",
        |   ^^^^^^
  config/environments/leak.ts:3:3  tokens: is none
      3 |   tokens: (secret)
        |   ^^^^^^`);
});

test("for programs, a problem has its place, key, words, fix, rule and source apart", () => {
  const hint = "write us-east-1 [region/known; https://example.com]";
  const issue = { path: ["region"], message: "is unknown", hint, rule: "region/known", source: "https://example.com" };
  expect(jsonProblems(new ConfigError([{ environment: "dev", issues: [issue] }]), root)).toEqual([
    {
      environment: "dev",
      file: "config/environments/dev.ts",
      line: 3,
      column: 3,
      key: "region",
      path: ["region"],
      message: "is unknown",
      fix: "write us-east-1",
      rule: "region/known",
      source: "https://example.com",
      inheritedFrom: null,
    },
  ]);
});

test.each([
  [0, "0 problems"],
  [1, "1 problem"],
  [2, "2 problems"],
])("%i is %s", (n, text) => expect(count(n, "problem")).toBe(text));
