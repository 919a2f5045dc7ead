import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentFiles, environmentFolder } from "../../../../scripts/lib/environments/environment-folder";

test("files are known by their names; a folder that is not there has none", () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  for (const file of ["mine.ts", "index.ts", "notes.md"]) writeFileSync(join(folder, file), "");
  expect(environmentFiles(folder)).toEqual(["mine"]);
  expect(environmentFiles(join(folder, "none"))).toEqual([]);
});

test("files beside environments are read by their path, and what keeps one from it is told in words", () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  mkdirSync(join(folder, "ca.pem"));
  mkdirSync(join(folder, "ca"));
  writeFileSync(join(folder, "ca/root.pem"), "text");
  const { read } = environmentFolder(folder);
  expect(read("ca/root.pem")).toEqual({ text: "text" });
  expect(read("none.pem")).toEqual({ fault: "there is no such file" });
  expect(read("ca.pem")).toEqual({ fault: "it is a folder" });
  expect(read("ca/root.pem/x.pem")).toEqual({ fault: "there is no such folder" });
});
