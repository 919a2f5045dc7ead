import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentsAt } from "../../../scripts/review/environments-at";
import { NOW } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { SHIPPED } from "../../helpers/shipped-files";
import { shipped } from "../../helpers/stacks";

test("tells every environment as of a commit, as that commit resolves it", async () => {
  const { commit, environments } = await environmentsAt({ root: ROOT, ref: "HEAD", now: NOW });
  expect(commit).toBe(execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim());
  // whoever has a copy of the repository may have committed environments of their own
  expect([...environments.keys()]).toEqual(expect.arrayContaining([...SHIPPED]));
  const dev = environments.get("dev")!;
  const present = shipped().find(({ resolved }) => resolved.name === "dev")!;
  expect(dev.resolved.names.stack("nodes")).toBe("dev-nodes");
  expect(dev.resolved.region).toBe(present.resolved.region);
  expect(dev.config).toMatchObject({ name: "dev", owner: { team: "ml-platform" } });
});

test("fails for a commit that is not there", async () => {
  await expect(environmentsAt({ root: ROOT, ref: "no-such-ref", now: NOW })).rejects.toThrow(/no-such-ref/);
});

test("fails in words for a commit that lacks a file", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "railyard-lacks-")));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root });
  try {
    for (const path of ["config", "package.json", "package-lock.json", "tsconfig.json"])
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    rmSync(join(root, "config/kernel/nearest.ts"));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
    git("init", "--quiet");
    git("add", "config", "package.json", "package-lock.json", "tsconfig.json");
    git("commit", "--quiet", "--message", "lacks a file");
    const failure = await environmentsAt({ root, ref: "HEAD", now: NOW }).then(String, (error: Error) => error.message);
    expect(failure).toMatch(
      /^HEAD: its own environments cannot be loaded:\nCannot find module '[./]+kernel\/nearest', which config\/\S+\.ts needs\nName a later commit\.$/,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
