import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { placeFiles } from "../../../../scripts/lib/environments/place-files";
import { withTree } from "../../../helpers/tree";

const TABLE = { "index.ts": "old" };
const change = (name: string, text: string, before: string | null) => ({ name, text, before });
const both = [change("index.ts", "new", "old"), change("a.ts", "a", null)];
const read = (root: string, name: string) => readFileSync(join(root, name), "utf8");

test("writes all files, and leaves nothing beside them", () =>
  withTree(TABLE, (root) => {
    placeFiles(root, both);
    expect(readdirSync(root).sort()).toEqual(["a.ts", "index.ts"]);
    expect([read(root, "index.ts"), read(root, "a.ts")]).toEqual(["new", "a"]);
  }));

test("fails when a file has changed since it was read, and writes none", () =>
  withTree({ "index.ts": "another" }, (root) => {
    expect(() => placeFiles(root, both)).toThrow(/index\.ts has changed since it was read/);
    expect(readdirSync(root)).toEqual(["index.ts"]);
    expect(read(root, "index.ts")).toBe("another");
  }));

test("fails when a new file is there already, and never replaces it", () =>
  withTree({ ...TABLE, "a.ts": "somebody's" }, (root) => {
    expect(() => placeFiles(root, both)).toThrow(/a\.ts has come about/);
    expect([read(root, "index.ts"), read(root, "a.ts")]).toEqual(["old", "somebody's"]);
  }));

test("takes the new file back when the table cannot be replaced", () =>
  withTree({}, (root) => {
    // a folder in its place: it can be neither read as a file nor replaced
    mkdirSync(join(root, "index.ts"));
    expect(() => placeFiles(root, [change("index.ts", "new", "old"), change("a.ts", "a", null)])).toThrow();
    expect(readdirSync(root)).toEqual(["index.ts"]);
  }));

test("removes what a run that was killed has left", () =>
  withTree({ ...TABLE, ".a.ts.999999999.new": "half" }, (root) => {
    placeFiles(root, both);
    expect(existsSync(join(root, ".a.ts.999999999.new"))).toBe(false);
  }));

test("fails while another process is writing", () =>
  withTree({ ...TABLE, [`.a.ts.${process.ppid}.new`]: "existing" }, (root) => {
    expect(() => placeFiles(root, both)).toThrow(`Process ${process.ppid} is writing`);
    expect(readdirSync(root)).toContain(`.a.ts.${process.ppid}.new`);
    expect(read(root, "index.ts")).toBe("old");
  }));

test("fails in words where nothing can be written, not even by root", () => {
  expect(() => placeFiles("/sys", [change("a.ts", "a", null)])).toThrow(/cannot be written[^]*Nothing was written/);
});
