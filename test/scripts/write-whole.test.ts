import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExpectedError } from "../../scripts/expected-error";
import { writeWhole } from "../../scripts/write-whole";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard-whole-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file is written, with the folders above it, and nothing stays beside it", () => {
  writeWhole(join(folder, "a", "b.json"), "{}", "--record");
  expect(readFileSync(join(folder, "a", "b.json"), "utf8")).toBe("{}");
  expect(readdirSync(join(folder, "a"))).toEqual(["b.json"]);
});

test("a file that was there is replaced", () => {
  writeFileSync(join(folder, "page.html"), "before");
  writeWhole(join(folder, "page.html"), "after", "--html");
  expect(readFileSync(join(folder, "page.html"), "utf8")).toBe("after");
});

test("fails below a file, saying which option asked for it", () => {
  writeFileSync(join(folder, "file"), "as it was");
  const write = () => writeWhole(join(folder, "file", "a.json"), "{}", "--record");
  expect(write).toThrow(ExpectedError);
  expect(write).toThrow(/^--record: .*a\.json cannot be written: /);
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("as it was");
});

test("fails where a folder has the name, and leaves nothing beside it", () => {
  mkdirSync(join(folder, "page.html"));
  expect(() => writeWhole(join(folder, "page.html"), "", "--html")).toThrow("--html: ");
  expect(readdirSync(folder)).toEqual(["page.html"]);
});
