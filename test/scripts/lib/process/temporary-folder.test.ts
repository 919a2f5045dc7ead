import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { temporaryFolder } from "../../../../scripts/lib/process/temporary-folder";

let folder: string;
const before = process.env["TMPDIR"];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-temporary-"));
  process.env["TMPDIR"] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(folder, { recursive: true });
});

/** A number that no process has any more: one that has ended. */
const gone = (): number => spawnSync("true").pid;
const namedAs = (made: string, pid: number): string => basename(made).replace(`-${process.pid}-`, `-${pid}-`);

test("is one that only this user reads, with the process in its name", () => {
  const made = temporaryFolder("deploy");
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(basename(made)).toMatch(new RegExp(`^railyard-deploy-${process.pid}-[0-9a-f]{8}-.{6}$`));
});

test("the next one removes what a killed process left, with what lies in it", () => {
  const left = join(folder, namedAs(temporaryFolder("ci-plan"), gone()));
  mkdirSync(join(left, "dev"), { recursive: true });
  writeFileSync(join(left, "dev/tfplan"), "secret");
  const made = temporaryFolder("deploy");
  expect(existsSync(left)).toBe(false);
  expect(existsSync(made)).toBe(true);
});

test("folders of processes that are there, of other places, of others and of other programs stay", () => {
  const own = temporaryFolder("deploy");
  const outside = join(folder, "outside");
  mkdirSync(outside);
  const pid = gone();
  const stay = [
    basename(own),
    namedAs(own, process.ppid),
    namedAs(own, pid).replace(/-[0-9a-f]{8}-/, "-00000000-"),
    `railyard-${pid}`,
    `railyard-deploy-${pid}-notes`,
    "railyard-deploy",
    "outside",
  ];
  for (const name of stay) mkdirSync(join(folder, name), { recursive: true });
  const link = namedAs(own, pid);
  symlinkSync(outside, join(folder, link));
  const made = temporaryFolder("review");
  expect(readdirSync(folder).sort()).toEqual([...stay, link, basename(made)].sort());
});
