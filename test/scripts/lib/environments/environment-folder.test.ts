import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
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
  writeFileSync(join(folder, "large.pem"), "x".repeat(1_048_577));
  expect(read("large.pem")).toEqual({ fault: "it has 1048577 bytes, and 1048576 are read at most" });
  writeFileSync(join(folder, "most.pem"), "x".repeat(1_048_576));
  expect(read("most.pem")).toHaveProperty("text");
});

test("a pipe is not waited for, a device not read to an end that it does not have, and a link to a file is that file", () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  execFileSync("mkfifo", [join(folder, "pipe.pem")]);
  symlinkSync("/dev/zero", join(folder, "zero.pem"));
  writeFileSync(join(folder, "root.pem"), "text");
  symlinkSync("root.pem", join(folder, "link.pem"));
  const { read } = environmentFolder(folder);
  for (const path of ["pipe.pem", "zero.pem"])
    expect(read(path)).toEqual({ fault: "it is a pipe, a socket or a device, and no file" });
  expect(read("link.pem")).toEqual({ text: "text" });
});
