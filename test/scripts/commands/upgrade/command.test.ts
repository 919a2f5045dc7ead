import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { upgradeCommand } from "../../../../scripts/commands/upgrade/command";
import type { Fetch } from "../../../../scripts/lib/charts/repositories";
import { inConfigCopy } from "../../../helpers/config-copy";
import { NOW } from "../../../helpers/environment";
import { ROOT, runProgram, WITH_TYPESCRIPT } from "../../../helpers/process";
import { clusterVersion, withUpgradeServer, type Offer } from "../../../helpers/upgrade-server";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard-upgrade-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function call(
  args: readonly string[],
  { root = ROOT, fetch, now = NOW }: { root?: string; fetch?: Fetch; now?: Date } = {},
) {
  const [out, errors]: [string[], string[]] = [[], []];
  const context = {
    root,
    clock: () => now,
    print: (text: string) => void out.push(text),
    printError: (text: string) => void errors.push(text),
  };
  const code = await upgradeCommand(args, context, fetch);
  return { code, stdout: out.join("\n"), stderr: errors.join("\n") };
}

const release = (variant: string) =>
  `/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/${variant}/recommended/release_version`;
const OFFER: Offer = {
  clusterVersions: [
    clusterVersion("1.36", "2027-08-02", "2028-08-02"),
    clusterVersion("1.37", "2027-12-01", "2028-12-01"),
  ],
  addons: { "vpc-cni": { "v1.23.3-eksbuild.1": ["1.36"] } },
  parameters: { [release("x86_64/standard")]: "1.36.5-20261112", [release("x86_64/nvidia")]: "1.36.5-20261112" },
  files: {
    "quay.io/v2/jetstack/charts/cert-manager/tags/list": '401 {"tags":["v1.22.0","v1.21.1","v1.23.0-alpha.1"]}',
  },
};

describe("as a program", () => {
  test("tells of every environment, without colour", () => {
    const all = runProgram("scripts/railyard.ts", ["upgrade"]);
    expect([all.code, all.stderr]).toEqual([0, ""]);
    for (const name of ["dev", "research", "frontier"]) expect(all.stdout).toMatch(new RegExp(`^${name} {2}· `, "m"));
    expect(all.stdout).not.toContain("\u001b");
  });

  test("--json is the whole plan, and nothing else", async () => {
    const one = await call(["dev", "--json", "--to", "1.37"]);
    expect([one.code, one.stderr]).toEqual([0, ""]);
    const { environments, written, asOf } = JSON.parse(one.stdout) as {
      environments: { steps: { kind: string }[] }[];
      written: null;
      asOf: null;
    };
    expect([written, asOf, environments.map(({ steps }) => steps.map(({ kind }) => kind))]).toEqual([
      null,
      null,
      [["kubernetes"]],
    ]);
  });

  test("an interruption while the rules are tried leaves every file as it was", () =>
    inConfigCopy(async ({ root, read }) => {
      const before = read("config/environments/dev.ts");
      const program = `
        const { upgradeCommand } = require(${JSON.stringify(join(ROOT, "scripts/commands/upgrade/command"))});
        const context = { root: ${JSON.stringify(root)}, clock: () => new Date(${JSON.stringify(NOW.toISOString())}), print: console.log, printError: console.error };
        upgradeCommand(["dev", "--to", "1.37", "--write"], context).then((code) => (process.exitCode = code));`;
      const child = spawn(process.execPath, [...WITH_TYPESCRIPT, "--eval", program], {
        cwd: ROOT,
        env: { ...process.env, NO_COLOR: "1", TMPDIR: folder },
      });
      let stderr = "";
      child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
      // the copy in which the rules are tried
      const trial = () => readdirSync(folder).some((entry) => entry.startsWith("railyard-upgrade-"));
      while (!trial()) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill("SIGINT");
      const [code] = (await once(child, "exit")) as [number];
      expect([code, stderr]).toEqual([130, "Interrupted (SIGINT). Nothing was written.\n"]);
      expect(read("config/environments/dev.ts")).toBe(before);
      expect(trial()).toBe(false);
    }));
});

test("--check fails when something is behind or without support, and only then", async () => {
  expect((await call(["--check"])).code).toBe(0);
  expect((await call(["dev", "--check", "--to", "1.37"])).code).toBe(2);
  expect((await call(["dev", "--to", "1.37"])).code).toBe(0);
});

test("asks a server that speaks the AWS API and repositories, records it, and replays it with nothing there", async () => {
  const file = join(folder, "answers.json");
  const live = await withUpgradeServer(OFFER, ({ fetch }) => call(["research", "--record", file], { fetch }));
  expect(live.code).toBe(0);
  expect(live.stdout).toContain("asked on 2026-11-21");
  expect(live.stdout).toMatch(/^vpc-cni +v1\.23\.2-eksbuild\.1 +v1\.23\.3-eksbuild\.1 +behind$/m);
  expect(live.stdout).toMatch(/^cert-manager +v1\.21\.1 +v1\.22\.0 +behind$/m);
  expect(live.stdout).toMatch(/^gpu-operator +v26\.7\.0 +unknown +unknown$/m);
  expect(live.stdout).toContain("gpu-operator: https://helm.ngc.nvidia.com/nvidia/index.yaml answered 404");
  const silent: Fetch = () => Promise.reject(new Error("nobody is asked"));
  const replayed = await call(["research", "--replay", file, "--check"], { fetch: silent });
  expect([replayed.code, replayed.stdout]).toEqual([2, live.stdout]);
  expect(readFileSync(file, "utf8")).not.toContain("testing");
});

test("with nobody to ask, everything asked is unknown, and the rest is told", async () => {
  const silent: Fetch = () =>
    Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ENOTFOUND" } }));
  const { code, stdout, stderr } = await withUpgradeServer(
    { denied: ["DescribeClusterVersions", "DescribeAddonVersions", "GetParameters"] },
    () => call(["dev", "--live"], { fetch: silent }),
  );
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^Kubernetes +1\.36 +1\.36 +standard support until 2027-08-02; EKS offers 1\.37 as well, which Railyard does not choose by itself$/m,
  );
  expect(stdout).toMatch(/^coredns +v1\.14\.7-eksbuild\.11 +unknown +unknown$/m);
  expect(stdout).toContain("Kubernetes: eks:DescribeClusterVersions is not permitted for these credentials.");
  expect(stdout).toContain("gave no answer: ENOTFOUND");
});

test("--write writes facts and the next minor, and the text of the pull request beside", () =>
  inConfigCopy(async ({ root, read }) => {
    const text = join(folder, "pull-request.md");
    const args = ["dev", "--live", "--to", "1.37", "--write", "--text", text];
    const { code, stdout, stderr } = await withUpgradeServer(OFFER, ({ fetch }) => call(args, { root, fetch }));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      `Written: config/facts/versions.ts, config/facts/charts.json, config/environments/dev.ts. Every rule passes for every environment. What to say in the pull request: ${text}.`,
    );
    expect(read("config/environments/dev.ts")).toContain('version: "1.37"');
    expect(read("config/facts/versions.ts")).toContain('at: "eks:DescribeAddonVersions in us-east-1; for');
    expect(readFileSync(text, "utf8")).toContain(
      "| chart cert-manager | v1.21.1 | v1.22.0 | tags of oci://quay.io/jetstack/charts |",
    );
  }));

test("--write without anything newer writes nothing", async () => {
  const { code, stdout } = await call(["dev", "--write"]);
  expect([code, stdout.includes("Nothing was written: there is nothing newer to write.")]).toEqual([0, true]);
});

test.each([
  ["an unknown environment", ["reserch"], "did you mean research?"],
  ["two environments", ["dev", "research"], "name one environment or none, not 2"],
  ["a minor that is none", ["dev", "--to", "1.63"], "EKS has no Kubernetes 1.63"],
  ["a way back", ["dev", "--to", "1.35"], "never goes back"],
  ["recording what is replayed", ["--record", "a", "--replay", __filename], "give one of them"],
  [
    "a recording that is not there",
    ["--replay", "/nowhere/answers.json"],
    "--replay: there is no file /nowhere/answers.json",
  ],
  ["a text of nothing", ["--text", "a.md"], "give both"],
  ["an empty name", ["--replay", ""], "--replay needs a value"],
  ["an unknown option", ["--lvie"], "--lvie"],
])("fails on %s, in words", async (_, args, words) => {
  const { code, stderr, stdout } = await call(args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("fails on what is no recording", async () => {
  const file = join(folder, "a.json");
  writeFileSync(file, "[]");
  expect((await call(["--replay", file])).stderr).toContain("is not a recording of AWS's answers");
});

test("a text that cannot be written is told, and then nothing is", () =>
  inConfigCopy(async ({ root, read }) => {
    const before = read("config/environments/dev.ts");
    writeFileSync(join(folder, "file"), "");
    const args = ["dev", "--to", "1.37", "--write", "--text", join(folder, "file", "a.md")];
    const { code, stderr } = await call(args, { root });
    expect([code, stderr]).toEqual([1, expect.stringContaining("--text: ")]);
    expect(read("config/environments/dev.ts")).toBe(before);
  }));

test("says how it is used, and what fits what", async () => {
  expect((await call(["--help"])).stdout).toContain("Exit code: 0 told, or written; 1 something is wrong");
  expect((await call(["--matrix"])).stdout).toContain("aws-ofi-nccl 1.21");
});
