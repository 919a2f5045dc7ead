import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { environmentsAt } from "../../../scripts/review/environments-at";
import { NOW } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { SHIPPED } from "../../helpers/shipped-files";
import { shipped } from "../../helpers/stacks";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

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

/** A repository with the packages of this one and some files of its own, which are committed. */
async function inRepository<T>(
  files: Readonly<Record<string, string>>,
  use: (root: string, commit: () => void) => Promise<T>,
): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "railyard-commits-")));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root });
  const commit = () => {
    git("add", "config", "package.json", "package-lock.json", "tsconfig.json");
    git("commit", "--quiet", "--message", "as it was");
  };
  try {
    for (const path of ["package.json", "package-lock.json", "tsconfig.json"])
      cpSync(join(ROOT, path), join(root, path));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
    git("init", "--quiet");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    if (Object.keys(files).length > 0) commit();
    return await use(root, commit);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** As commits told node groups before their machines had an object of their own. */
function flat({ machines, hardware, count, machineType: _, gdrcopy: __, ...rest }: ResolvedNodeGroup): object {
  return { ...rest, ...machines, machines: "aws", facts: hardware, nodes: count };
}

test("tells node groups and site of a commit that knew them otherwise, as they are told now", async () => {
  const { site: _, ...present } = shipped().find(({ resolved }) => resolved.name === "research")!.resolved;
  const before = { ...present, nodeGroups: ec2Groups(present).map(flat) };
  await inRepository(
    {
      "config/index.ts": `export const loadEnvironments = () => [{ resolved: ${JSON.stringify(before)}, config: {} }];`,
      "config/environments/index.ts": "export const ENVIRONMENTS = {};",
    },
    async (root) => {
      const { environments } = await environmentsAt({ root, ref: "HEAD", now: NOW });
      const { resolved } = environments.get("research")!;
      expect(resolved.site).toBe("aws-eks");
      expect(JSON.stringify(resolved.nodeGroups)).toBe(JSON.stringify(present.nodeGroups));
    },
  );
});

test("fails for a commit that is not there", async () => {
  await expect(environmentsAt({ root: ROOT, ref: "no-such-ref", now: NOW })).rejects.toThrow(/no-such-ref/);
});

test("fails in words for a commit that lacks a file", () =>
  inRepository({}, async (root, commit) => {
    cpSync(join(ROOT, "config"), join(root, "config"), { recursive: true });
    rmSync(join(root, "config/kernel/nearest.ts"));
    commit();
    const failure = await environmentsAt({ root, ref: "HEAD", now: NOW }).then(String, (error: Error) => error.message);
    expect(failure).toMatch(
      /^HEAD: its own environments cannot be loaded:\nCannot find module '[./]+kernel\/nearest', which config\/\S+\.ts needs\nName a later commit\.$/,
    );
  }));
