import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exportsOf } from "../../../../scripts/lib/environments/environment-text";
import { withKey } from "../../../../scripts/commands/upgrade/edit-environment";
import { unformatted } from "../../../helpers/formatted";
import { ROOT } from "../../../helpers/process";

const FOLDER = join(ROOT, "config/environments");
const VERSION = { path: ["cluster", "version"], value: "1.37" } as const;
const shipped = (name: string) => readFileSync(join(FOLDER, `${name}.ts`), "utf8");

type Written = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const readBack = (text: string) => exportsOf(text, FOLDER, "some.ts")["default"] as Written;

/** Texts that were written, to be looked at by the formatter in one go. */
const written: Record<string, string> = {};
afterAll(() => expect(unformatted(written)).toEqual([]));

const file = (body: string, before = "") =>
  `import { defineEnvironment } from "../index";\n${before}\nexport default defineEnvironment(${body});\n`;

test.each(["dev", "research", "frontier"])("a version is added to %s, and nothing else changes", (name) => {
  const before = shipped(name);
  const text = withKey(before, VERSION, name);
  const { cluster } = readBack(text);
  expect(readBack(text)).toEqual({ ...readBack(before), cluster: { ...readBack(before)["cluster"], version: "1.37" } });
  expect(Object.keys(cluster!).at(-1)).toBe("version");
  written[`${name}.ts`] = text;
});

test.each([
  ["written there", file('{ name: "x", cluster: { version: "1.36" } }')],
  [
    "under a constant",
    file('{ name: "x", cluster: { version } }'.replace("{ version }", "{ version: minor }"), 'const minor = "1.36";'),
  ],
  [
    "of an object that is a constant",
    file('{ name: "x", cluster: shared }', 'const shared = { version: "1.36" } as const;'),
  ],
  ["in other quotes", file("{ name: 'x', cluster: { version: `1.36` } }")],
  ["of a file that follows another", file('{ extends: dev, name: "x" }', 'import dev from "./dev";')],
  ["of an empty object", file('{ name: "x", cluster: {} }')],
])("a version %s is changed", (_, text) => {
  const changed = readBack(withKey(text, VERSION, "x"));
  expect(changed["cluster"]).toMatchObject({ version: "1.37" });
  expect(changed["name"]).toBe("x");
});

test("comments and empty lines stay where they are", () => {
  const text = file(`{
  // who we are
  name: "x",

  cluster: {
    admins: [], // nobody yet
    tier: "standard", // for now
    // the end
  },
}`);
  const changed = withKey(text, VERSION, "x");
  expect(changed).toBe(text.replace("// for now\n", '// for now\n    version: "1.37",\n'));
  written["comments.ts"] = changed;
});

test("a key deep down is made with all that is around it", () => {
  const path = ["nodeGroups", "h100", "image", "release"] as const;
  const text = file('{\n  extends: dev,\n  name: "x",\n}', 'import dev from "./dev";\n');
  const changed = withKey(text, { path: [...path], value: "1.36.5-20261112" }, "x");
  expect(changed).toContain('  nodeGroups: { h100: { image: { release: "1.36.5-20261112" } } },\n});');
  written["deep.ts"] = changed;
});

test("a list without a comma behind its last key gets one", () => {
  const changed = withKey(file('{\n  name: "x",\n  cluster: {\n    tier: "standard"\n  }\n}'), VERSION, "x");
  expect(readBack(changed)["cluster"]).toEqual({ tier: "standard", version: "1.37" });
});

test.each([
  ["a call", file("{ cluster: make() }")],
  ["a spread", file("{ cluster: { ...shared } }", "const shared = {};")],
  ["a shorthand", file("{ cluster }", 'const cluster = { version: "1.36" };')],
  ["a computed version", file('{ cluster: { version: ["1.36"][0] } }')],
  ["an imported constant", file("{ cluster: { version: minor } }", 'import { minor } from "./minor";')],
  ["no environment", "export default {};\n"],
])("fails on %s, and says what to write", (_, text) => {
  expect(() => withKey(text, VERSION, "x.ts")).toThrow(
    'x.ts: cluster.version cannot be edited there. By hand: write cluster.version: "1.37"',
  );
});
