import { loadIssue, readRow, unknownEnvironment } from "../../../config/kernel/read-row";

const ROW = '`mine: () => require("./mine").default,`';

/** The issue of a row, as text. */
function issueOf(load: unknown, files: readonly string[] = []) {
  const row = readRow(load, "mine", files);
  if (!("issue" in row)) throw new Error("the row is well");
  return row.issue;
}

function throwing(message: string, stack?: string): () => never {
  return () => {
    const error = new Error(message);
    if (stack !== undefined) error.stack = `Error: ${message}\n${stack}`;
    throw error;
  };
}

describe("a row", () => {
  test("gives the environment, merged", () => {
    expect(readRow(() => ({ name: "mine" }), "mine", [])).toMatchObject({ input: { name: "mine" } });
  });

  test.each([
    ["is no function", {}, "is no function"],
    ["leads to nothing", () => undefined, "leads to nothing"],
    ["lacks .default", () => ({ default: {} }), "leads to a module"],
  ])("fails when it %s, with the row to write", (_, load, message) => {
    const issue = issueOf(load);
    expect(issue.place).toEqual({ file: "config/environments/index.ts" });
    expect(issue.message).toContain(message);
    expect(issue.hint).toContain(ROW);
  });

  test("fails on a file without default export, and says what it must have", () =>
    expect(issueOf(() => undefined).hint).toContain(
      "end config/environments/mine.ts with `export default defineEnvironment({ … });`",
    ));

  test("quotes names that need it", () =>
    expect(unknownEnvironment("a-b", [], ["a-b"]).hint).toContain('`"a-b": () => require("./a-b").default,`'));
});

describe("a file that cannot be loaded", () => {
  test("is named with the line of esbuild, which may be in the file that is extended", () => {
    const issue = issueOf(
      throwing(
        'Transform failed with 1 error:\n/r/config/environments/research.ts:4:2: ERROR: Expected "}" but found "c"',
      ),
    );
    expect(issue).toEqual({
      path: [],
      message: 'the file cannot be loaded: Expected "}" but found "c"',
      place: { file: "/r/config/environments/research.ts", line: 4, column: 2 },
    });
  });

  test.each([
    ["with the name of a function", "    at run (/r/config/environments/mine.ts:7:9)"],
    ["without", "    at /r/config/environments/mine.ts:7:9"],
    ["as an address", "    at file:///r/config/environments/mine.ts:7:9"],
    [
      "behind calls elsewhere",
      "    at defineEnvironment (/r/config/index.ts:1:1)\n    at a (/r/config/environments/mine.ts:7:9)",
    ],
  ])("is named with the innermost line of the stack that is an environment's: %s", (_, stack) => {
    expect(issueOf(throwing("zone is not defined", stack))).toEqual({
      path: [],
      message: "the file cannot be loaded: zone is not defined",
      place: { file: "/r/config/environments/mine.ts", line: 7, column: 9 },
    });
  });

  test("has no place when the stack has none", () =>
    expect(issueOf(throwing("boom", "    at a (/r/x.ts:1:1)"))).not.toHaveProperty("place"));

  test("may throw anything", () => expect(loadIssue("boom").message).toBe("the file cannot be loaded: boom"));

  const inTable = "    at mine (/r/config/environments/index.ts:9:3)";

  test("offers the file that a row meant", () =>
    expect(issueOf(throwing("Cannot find module './mien'\nRequire stack:", inTable), ["mine"]).hint).toBe(
      "did you mean ./mine?",
    ));

  test("is to be made when no file is near", () =>
    expect(issueOf(throwing("Cannot find module './mine'", inTable), ["research"]).hint).toBe(
      "make config/environments/mine.ts, or remove its row from config/environments/index.ts",
    ));

  test("is looked for in who asked for it, where the stack is too short", () => {
    const error = Object.assign(new Error("Cannot find module './mine'"), {
      stack: "",
      requireStack: ["/r/config/environments/index.ts", "/r/main.ts"],
    });
    expect(loadIssue(error, "mine").place).toEqual({ file: "/r/config/environments/index.ts" });
  });

  test("leaves modules alone that the environment itself asks for", () => {
    const own = "    at a (/r/config/environments/mine.ts:1:1)";
    expect(issueOf(throwing("Cannot find module 'lodash'", own))).not.toHaveProperty("hint");
  });
});

describe("a name without a row", () => {
  test.each([
    ["dev.ts", 'there is no environment "dev.ts"', "did you mean dev?"],
    ["config/environments/dev.ts", 'there is no environment "config/environments/dev.ts"', "did you mean dev?"],
    ["deve.ts", 'there is no environment "deve.ts"', "did you mean dev?"],
    ["zzzzzzz", 'there is no environment "zzzzzzz"', "known environments: dev"],
  ])("%s", (name, message, hint) =>
    expect(unknownEnvironment(name, ["dev"], ["dev", "mine"])).toEqual({ path: [], message, hint }),
  );

  test.each(["mine", "mine.ts"])("%s, of which there is a file, with the row to add", (name) =>
    expect(unknownEnvironment(name, ["dev"], ["dev", "mine"])).toEqual({
      path: [],
      message: "no row leads to mine.ts",
      hint: `add the row ${ROW}`,
      place: { file: "config/environments/index.ts" },
    }),
  );

  test("where there are no rows at all", () =>
    expect(unknownEnvironment("a", [], []).hint).toBe("add a file and a row to config/environments/index.ts"));
});
