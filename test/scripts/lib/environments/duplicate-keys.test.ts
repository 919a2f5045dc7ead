import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { duplicateKeys } from "../../../../scripts/lib/environments/duplicate-keys";
import { withoutExit } from "../../../../scripts/lib/environments/environment-table";

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
  return folder;
}

test("a key that an object has twice is told with its place, at every depth", () => {
  const folder = folderWith({
    mine: 'export default f({\n  name: "a",\n  network: { nat: "single",\n    nat: "none" },\n});\n',
  });
  expect(duplicateKeys(folder, ["mine"]).get("mine")).toEqual([
    {
      path: [],
      message: 'the key "nat" is written twice in one object, and the last one would win',
      hint: "keep one of them",
      place: { file: join(folder, "mine.ts"), line: 4, column: 5 },
    },
  ]);
});

test("files that a file imports are read with it, also in a circle", () => {
  const folder = folderWith({
    base: 'import x from "./mine";\nexport default f({ a: 1, a: 2 });\n',
    mine: 'import base from "./base";\nexport default f({ extends: base });\n',
    other: "export default f({ a: 1, b: { a: 1 } });\n",
  });
  expect([...duplicateKeys(folder, ["mine", "other"]).keys()]).toEqual(["mine"]);
});

test("files that are not there, or are no TypeScript, are told elsewhere", () =>
  expect(duplicateKeys(folderWith({ bad: "export default {{{" }), ["bad", "none"]).size).toBe(0));

test("a config file that ends the process is an error, and the process goes on", () => {
  const { exit } = process;
  expect(() => withoutExit(() => process.exit(0))).toThrow("it calls process.exit(0)");
  expect(process.exit).toBe(exit);
});
