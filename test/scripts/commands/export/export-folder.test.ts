import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertFree, putFolder } from "../../../../scripts/commands/export/export-folder";
import { MARK } from "../../../../scripts/commands/export/export-readme";
import { noteFiles } from "../../../../scripts/commands/export/written-files";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

function folder(...files: [name: string, text: string][]): string {
  const at = join(temporary(), "folder");
  mkdirSync(at);
  for (const [name, text] of files) writeFileSync(join(at, name), text);
  return at;
}

test("takes a folder that is not there, or empty", () => {
  expect(() => assertFree(join(temporary(), "none"), false)).not.toThrow();
  expect(() => assertFree(folder(), false)).not.toThrow();
});

test("takes an earlier export only when it may be replaced, and nothing else ever", () => {
  const earlier = folder(["README.md", `${MARK}\n`]);
  expect(() => assertFree(earlier, true)).toThrow(/nobody can tell what was changed/);
  noteFiles(earlier);
  expect(() => assertFree(earlier, false)).toThrow(/is not empty/);
  expect(() => assertFree(earlier, true)).not.toThrow();
  expect(() => assertFree(folder(["README.md", "# Mine\n"]), true)).toThrow(/no earlier export/);
  expect(() => assertFree(folder(["main.tf", ""]), true)).toThrow(/no earlier export/);
});

test("does not take an earlier export with what somebody changed in it, or put there", () => {
  const earlier = folder(["README.md", `${MARK}\n`], ["main.tf", "one"]);
  noteFiles(earlier);
  mkdirSync(join(earlier, ".terraform"));
  writeFileSync(join(earlier, ".terraform", "provider"), "");
  writeFileSync(join(earlier, ".terraform.lock.hcl"), "");
  expect(() => assertFree(earlier, true)).not.toThrow();
  writeFileSync(join(earlier, "main.tf"), "two");
  mkdirSync(join(earlier, ".git"));
  writeFileSync(join(earlier, "errored.tfstate"), "{}");
  expect(() => assertFree(earlier, true)).toThrow(/put there:\n {2}\.git\n {2}errored\.tfstate\n {2}main\.tf\nName/);
});

test("puts a folder in the place of another, of which nothing stays", () => {
  const [from, to] = [folder(["new", "1"]), folder(["old", "0"])];
  putFolder(from, to);
  expect(readdirSync(to)).toEqual(["new"]);
  expect(readdirSync(join(to, ".."))).toEqual(["folder"]);
  putFolder(to, join(to, "..", "first"));
  expect(readFileSync(join(to, "..", "first", "new"), "utf8")).toBe("1");
});

test("gives back what was there when the new folder cannot be put in its place", () => {
  const to = folder(["old", "0"]);
  expect(() => putFolder(join(temporary(), "none"), to)).toThrow(/ENOENT/);
  expect(readdirSync(to)).toEqual(["old"]);
  expect(readdirSync(join(to, ".."))).toEqual(["folder"]);
});
