import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { besideOf, writeBeside, writerOf } from "../../../../scripts/lib/files/write-beside";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "write-beside-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

test("files get their texts, over what is there, and nothing is left beside them", () => {
  writeFileSync(at("a"), "old");
  writeBeside([
    { path: at("a"), text: "new" },
    { path: at("b"), text: "b" },
  ]);
  expect(readdirSync(folder).sort()).toEqual(["a", "b"]);
  expect([readFileSync(at("a"), "utf8"), readFileSync(at("b"), "utf8")]).toEqual(["new", "b"]);
});

test("where one cannot be written none is put, and what waits is removed", () => {
  writeFileSync(at("a"), "old");
  const files = [
    { path: at("a"), text: "new" },
    { path: at("none/b"), text: "b" },
  ];
  expect(() => writeBeside(files)).toThrow(/ENOENT/);
  expect(readdirSync(folder)).toEqual(["a"]);
  expect(readFileSync(at("a"), "utf8")).toBe("old");
});

test("waiting files name the process that writes them, and are as long as names may be", () => {
  const name = besideOf(at("x".repeat(250))).slice(folder.length + 1);
  expect(name.length).toBeLessThan(255);
  expect(writerOf(name)).toBe(process.pid);
  expect(["a.new", ".a.new", "main.ts"].map(writerOf)).toEqual([null, null, null]);
});
