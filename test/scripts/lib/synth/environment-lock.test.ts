import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertUnlocked, lockEnvironment } from "../../../../scripts/lib/synth/environment-lock";
import { synthesize } from "../../../../scripts/lib/synth/synthesize";
import { sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

test("who has the lock writes stacks; given back, nothing is left", () => {
  const outdir = join(folder(), "cdktf.out");
  const { release } = lockEnvironment(outdir, "dev");
  expect(() => assertUnlocked(outdir, ["dev"])).not.toThrow();
  release();
  expect(readdirSync(outdir)).toEqual([]);
});

test("nobody writes stacks that another process deploys; those of others are written", () => {
  const outdir = folder();
  const { env } = sample();
  writeFileSync(join(outdir, ".sample.lock"), `${process.ppid}\n`);
  expect(() => synthesize([env], outdir, ["sample"])).toThrow(`Process ${process.ppid} deploys or destroys sample`);
  expect(existsSync(join(outdir, "stacks"))).toBe(false);
  expect(() => assertUnlocked(outdir, ["other"])).not.toThrow();
  expect(() => lockEnvironment(outdir, "sample")).toThrow("is in use by process");
});

test("a lock of a process that has ended holds nobody up", () => {
  const outdir = folder();
  // beyond what any system numbers
  writeFileSync(join(outdir, ".dev.lock"), "2147483646\n");
  expect(() => assertUnlocked(outdir, ["dev"])).not.toThrow();
  lockEnvironment(outdir, "dev").release();
});

test("a folder that cannot be written is told in words", () => {
  const file = join(folder(), "cdktf.out");
  writeFileSync(file, "");
  expect(() => lockEnvironment(file, "dev")).toThrow("is a file, and must be a folder");
});
