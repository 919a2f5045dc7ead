import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderProblem } from "../../../../scripts/lib/files/file-problem";

const made: string[] = [];
const temporary = () => {
  made.push(mkdtempSync(join(tmpdir(), "file-problem-")));
  return made.at(-1) ?? "";
};
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

describe("errors of the file system", () => {
  const error = (code: string) => Object.assign(new Error(`${code}: no`), { code, syscall: "open" });
  const outdir = temporary();

  test.each([
    ["EROFS", "cannot be written: the disk can only be read: mount it writable"],
    ["ENOSPC", "there is no space left on the disk: free some"],
    ["EIO", "cannot be written: EIO: no"],
  ])("%s is told in words", (code, text) => expect(folderProblem(error(code), outdir)).toContain(text));

  test("a file in the place of the folder", () => {
    const file = join(temporary(), "out");
    writeFileSync(file, "");
    expect(folderProblem(error("EEXIST"), file)).toBe(`${file} is a file, and must be a folder: move it away`);
  });

  test("a link that leads nowhere", () => {
    const link = join(temporary(), "out");
    symlinkSync("/no/such/folder", link);
    expect(folderProblem(error("ENOENT"), link)).toContain("is a link to a folder that does not exist");
  });

  test("other errors are not of the file system", () => expect(folderProblem(new Error("boom"), outdir)).toBeNull());
});
