import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { moveInPlace, moveInto } from "../../../../scripts/dev/cdktn/move";
import { fakeNpm, LOCKS, project, realNpm } from "../../../helpers/moving";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

afterEach(realNpm);

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const cdktfOf = (folder: string) => JSON.parse(read(folder, "package.json")).dependencies.cdktf as string;

describe("a moved copy", () => {
  test("has what git has and does not ignore, with both files rewritten", async () => {
    const [root, bin, at] = [project(temporary()), temporary(), temporary()];
    fakeNpm(bin, LOCKS);
    mkdirSync(join(root, "node_modules"));
    writeFileSync(join(root, "node_modules/x"), "");
    writeFileSync(join(root, "new.ts"), "not committed\n");
    symlinkSync("src/main.ts", join(root, "link.ts"));
    rmSync(join(root, "src/main.ts"));
    writeFileSync(join(root, "src/other.ts"), "");
    await moveInto({ root }, join(at, "deep/moved"));
    const moved = join(at, "deep/moved");
    expect(readdirSync(moved).sort()).toEqual([".gitignore", "new.ts", "package-lock.json", "package.json", "src"]);
    expect(readdirSync(join(moved, "src"))).toEqual(["other.ts"]);
    expect(cdktfOf(moved)).toBe("npm:cdktn@0.24.0");
    expect(read(moved, "package-lock.json")).toBe("moved\n");
    expect(read(bin, "calls")).toContain("install --package-lock-only --ignore-scripts");
    // nothing beside it, and nothing here
    expect(readdirSync(join(at, "deep"))).toEqual(["moved"]);
    expect(cdktfOf(root)).toBe("0.21.0");
    expect(read(root, "package-lock.json")).toBe("locked\n");
  });

  test("keeps links as they are", async () => {
    const [root, at] = [project(temporary()), temporary()];
    fakeNpm(temporary(), LOCKS);
    symlinkSync("src/main.ts", join(root, "link.ts"));
    await moveInto({ root }, join(at, "moved"));
    expect(readlinkSync(join(at, "moved/link.ts"))).toBe("src/main.ts");
  });

  test("fails into a folder with files, which stay", async () => {
    const [root, at] = [project(temporary()), temporary()];
    writeFileSync(join(at, "mine"), "");
    await expect(moveInto({ root }, at)).rejects.toThrow(/is not empty/);
    expect(readdirSync(at)).toEqual(["mine"]);
  });

  test("fails without git, with nothing written", async () => {
    const [root, at] = [temporary(), temporary()];
    writeFileSync(join(root, "package.json"), read(project(temporary()), "package.json"));
    await expect(moveInto({ root }, join(at, "moved"))).rejects.toThrow(/Git cannot tell what belongs to the project/);
    expect(readdirSync(at)).toEqual([]);
  });

  test("fails where npm fails, with what npm said, and nothing is left", async () => {
    const [root, at] = [project(temporary()), temporary()];
    fakeNpm(temporary(), 'echo "ETARGET no such version" >&2; exit 1');
    await expect(moveInto({ root }, join(at, "moved"))).rejects.toThrow(/Nothing was moved[^]*ETARGET no such version/);
    expect(readdirSync(at)).toEqual([]);
  });
});

describe("the project itself", () => {
  test("gets both files, and nothing else", async () => {
    const root = project(temporary());
    fakeNpm(temporary(), LOCKS);
    const before = readdirSync(root);
    await moveInPlace({ root });
    expect(readdirSync(root)).toEqual(before);
    expect(cdktfOf(root)).toBe("npm:cdktn@0.24.0");
    expect(read(root, "package-lock.json")).toBe("moved\n");
    expect(read(root, "src/main.ts")).toContain('"cdktf"');
  });

  test.each([
    ["a change that is not committed", "src/main.ts", /not committed[^]* M src\/main\.ts/],
    ["a file that git does not know", "mine.ts", /not committed[^]*\?\? mine\.ts/],
  ])("fails with %s", async (_what, file, message) => {
    const root = project(temporary());
    writeFileSync(join(root, file), "changed\n");
    await expect(moveInPlace({ root })).rejects.toThrow(message);
    expect(cdktfOf(root)).toBe("0.21.0");
  });

  test("stays as it is where npm fails", async () => {
    const root = project(temporary());
    fakeNpm(temporary(), "echo half > package-lock.json; exit 1");
    const before = readdirSync(root);
    await expect(moveInPlace({ root })).rejects.toThrow(/Nothing was moved/);
    expect([cdktfOf(root), read(root, "package-lock.json")]).toEqual(["0.21.0", "locked\n"]);
    expect(readdirSync(root)).toEqual(before);
  });
});
