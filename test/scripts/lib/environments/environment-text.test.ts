import { exportsOf, forkText, identifierOf, wholeText } from "../../../../scripts/lib/environments/environment-text";
import { withTree } from "../../../helpers/tree";

test("imports the original and says what differs", () =>
  expect(
    forkText({ original: "us-prod", patch: { name: "trial", network: { cidr: "10.1.0.0/16" }, x: undefined } }),
  ).toBe(
    `import { defineEnvironment } from "../index";
import usProd from "./us-prod";

/** Follows us-prod: only what differs is written here. */
export default defineEnvironment({
  extends: usProd,
  name: "trial",
  network: { cidr: "10.1.0.0/16" },
});
`,
  ));

test("imports nothing else where all is written out", () =>
  expect(wholeText({ name: "a" })).toBe(
    'import { defineEnvironment } from "../index";\n\nexport default defineEnvironment({\n  name: "a",\n});\n',
  ));

test.each([
  ["research", "research"],
  ["us-prod-2", "usProd2"],
  ["new", "newEnvironment"],
  ["default", "defaultEnvironment"],
])("names the import of %s %s", (name, identifier) => expect(identifierOf(name)).toBe(identifier));

test("says what a text would export in a folder, without writing it", () =>
  withTree({ "base.js": "exports.__esModule = true; exports.default = { name: 'base' };" }, (folder) => {
    const text = 'import base from "./base";\nexport default { ...base, more: 1 as number };\n';
    expect(exportsOf(text, folder, "x.ts").default).toEqual({ name: "base", more: 1 });
  }));
