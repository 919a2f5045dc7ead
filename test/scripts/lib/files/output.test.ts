import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  outputFile,
  outputFolder,
  writeFiles,
  writeOutputs,
  type OutputFileProps,
} from "../../../../scripts/lib/files/output";
import { UsageError } from "../../../../scripts/lib/errors/usage";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard-output-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);
const file = (path: string, more: Partial<OutputFileProps> = {}) =>
  outputFile({ option: "--html", path, isGenerated: (text) => text === "ours", ...more });
const write = (path: string, text: string, more: Partial<OutputFileProps> = {}) =>
  writeOutputs([{ ...file(path, more), text }]);

test("a new file, and the folders above it; one that Railyard wrote, or that is empty, is replaced", () => {
  write(at("a", "b.html"), "ours");
  write(at("a", "b.html"), "new");
  expect(readFileSync(at("a", "b.html"), "utf8")).toBe("new");
  writeFileSync(at("empty"), "");
  write(at("empty"), "ours");
  expect(readdirSync(at("a"))).toEqual(["b.html"]);
});

test("what Railyard did not write is refused, and replaced by force; in a folder of Railyard's own nothing is asked", () => {
  writeFileSync(at("config.ts"), "mine");
  expect(() => file(at("config.ts"))).toThrow(
    /^--html: .*config\.ts is there, and Railyard did not write it: .*--force$/,
  );
  expect(readFileSync(at("config.ts"), "utf8")).toBe("mine");
  write(at("config.ts"), "own", { own: folder });
  write(at("config.ts"), "forced", { force: true });
  expect(readFileSync(at("config.ts"), "utf8")).toBe("forced");
});

test("a link is refused; by force the link is replaced, and never what it leads to", () => {
  writeFileSync(at("mine"), "mine");
  symlinkSync(at("mine"), at("link"));
  symlinkSync(at("nowhere"), at("dangling"));
  for (const name of ["link", "dangling"]) expect(() => file(at(name))).toThrow(/is a link: name the file itself/);
  write(at("link"), "ours", { force: true });
  expect([readFileSync(at("mine"), "utf8"), readFileSync(at("link"), "utf8")]).toEqual(["mine", "ours"]);
});

test("folders, devices and pipes are refused, by force too", () => {
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("pipe")]);
  for (const force of [false, true]) {
    expect(() => file(at("folder"), { force })).toThrow(/is a folder: name a file in it/);
    expect(() => file(`${at("new")}/`, { force })).toThrow(/is a folder: name a file in it/);
    for (const path of ["/dev/full", "/dev/null", at("pipe")])
      expect(() => file(path, { force })).toThrow(/is a device, pipe or socket, and no file/);
  }
});

test.each([
  ["", /^--html needs the name of a file$/],
  ["file/b.html", /something above it is a file, and no folder$/],
  [`${"n".repeat(300)}`, /the name is too long$/],
])("%j is refused before any work, in words", (name, words) => {
  writeFileSync(at("file"), "");
  expect(() => file(name && at(name))).toThrow(words);
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("where the system makes no files, that is told and does not hang", () => {
  if (!existsSync("/proc/self")) return;
  expect(() => file("/proc/x/review.md")).toThrow(
    new UsageError("--html: /proc/x/review.md cannot be written: no file can be made there"),
  );
  expect(() => outputFolder({ option: "--out", path: "/proc/x" })).toThrow(UsageError);
});

test("a full disk leaves nothing, of none of the files", () => {
  write(at("one"), "ours");
  // the second one's folder is a device when it is written: what a disk says that has become full since it was looked at
  const files = [
    { ...file(at("one")), text: "new" },
    { ...file(at("two", "b")), text: "x" },
  ];
  writeFileSync(at("two"), "");
  expect(() => writeOutputs(files)).toThrow(/^--html: .*two\/b cannot be written: /);
  expect(readdirSync(folder).sort()).toEqual(["one", "two"]);
  expect(readFileSync(at("one"), "utf8")).toBe("ours");
});

test("folders to write into are folders, or not there yet", () => {
  writeFileSync(at("file"), "");
  expect(outputFolder({ option: "--out", path: at("a", "b") })).toEqual({ option: "--out", path: at("a", "b") });
  expect(existsSync(at("a"))).toBe(false);
  expect(() => outputFolder({ option: "--out", path: at("file") })).toThrow(/is there, and is no folder/);
  expect(() => outputFolder({ option: "--out", path: "" })).toThrow("--out needs the name of a folder");
});

test("files of a folder are written all or not at all, and each is asked about by its own name", () => {
  const files = { "a.txt": "one", "b.txt": "two" };
  const own = at("own");
  const isGenerated = (text: string, name: string) => text === `ours: ${name}`;
  expect(writeFiles({ folder: at("out"), files, isGenerated, own })).toEqual([at("out", "a.txt"), at("out", "b.txt")]);
  writeFileSync(at("out", "a.txt"), "ours: a.txt");
  writeFileSync(at("out", "b.txt"), "ours: a.txt");
  expect(() => writeFiles({ folder: at("out"), files, isGenerated, own })).toThrow(/^--out: .*b\.txt is there, and/);
  expect(readFileSync(at("out", "a.txt"), "utf8")).toBe("ours: a.txt");
  writeFiles({ folder: at("out"), files, isGenerated, own, force: true });
  expect(readFileSync(at("out", "b.txt"), "utf8")).toBe("two");
  expect(writeFiles({ folder: at("none"), files: {}, isGenerated, own })).toEqual([]);
  expect(existsSync(at("none"))).toBe(false);
});
