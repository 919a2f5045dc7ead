import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RehearsalResult } from "../../../../scripts/rehearsal/rehearse";
import { ROOT, runProgram, WITH_TYPESCRIPT } from "../../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const rehearse = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runProgram("scripts/railyard.ts", ["rehearse", ...args], env);
const NETWORK = ["dev", "--stack", "dev-network"];

describe("bad input", () => {
  test.each([
    [["no-such"], /"no-such"/],
    [["dev", "--fial", "x"], /--fial/],
    [["dev", "--fail", "aws_vpc.vpc=explosion"], /"explosion" is none of api-error, timeout, throttling/],
    [["dev", "--drift", "/nowhere.yaml"], /--drift: there is no file \/nowhere\.yaml/],
    [["dev", "--allow", "aws_vpc.vpc"], /needs --from/],
    [["dev", "--changed"], /needs --from/],
    [["dev", "--from", "HEAD", "--changed", "--fail", "aws_vpc.vpc"], /--changed may leave everything out/],
  ])("fails on %j in words", (args, message) => {
    const { code, stdout, stderr } = rehearse(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).not.toContain("dev-");
  });

  test("fails without Terraform, and says which one is needed and how to get it", () => {
    const { code, stderr } = rehearse(["dev"], { TERRAFORM_BINARY_NAME: "/nowhere/terraform" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Terraform 1\.11\.0 or newer.*\n.*https:\/\/developer\.hashicorp\.com\/terraform\/install/);
  });

  test("fails with a Terraform that is too old", () => {
    const old = join(temporary(), "terraform");
    writeFileSync(old, `#!/bin/sh\necho '{"terraform_version":"1.5.7"}'\n`);
    chmodSync(old, 0o755);
    expect(rehearse(["dev"], { TERRAFORM_BINARY_NAME: old }).stderr).toMatch(/1\.11\.0 or newer.*1\.5\.7/);
  });

  testWithTerraform("fails on a commit that is not there", async () => {
    const { code, stderr } = rehearse([...NETWORK, "--out", temporary(), "--from", "no-such-ref"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no-such-ref/);
  });

  testWithTerraform("fails where its folder cannot be made", async () => {
    const out = temporary();
    writeFileSync(join(out, "rehearsal"), "");
    const { code, stderr } = rehearse([...NETWORK, "--out", out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/rehearsal is a file, and must be a folder/);
  });
});

describe("the result", () => {
  testWithTerraform("is told in lines, with what a rehearsal cannot know", async () => {
    const { code, stdout } = rehearse([...NETWORK, "--out", temporary()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^AWS itself was not asked/);
    expect(stdout).toMatch(/dev-network +second plan {2}empty/);
    expect(stdout).toMatch(/dev: rehearsed, 2 stacks, 12 phases, .* AWS itself was not asked/);
  });

  testWithTerraform("is JSON, and nothing else", async () => {
    const { code, stdout } = rehearse([...NETWORK, "--out", temporary(), "--fail", "aws_vpc.vpc", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject([
      { environment: "dev", ok: false, askedAws: false, injected: ["dev-network.aws_vpc.vpc"] },
    ]);
  });
});

describe("an upgrade", () => {
  testWithTerraform("plans what there is on top of a commit, and names what --allow names in vain", async () => {
    const args = [...NETWORK, "--out", temporary(), "--from", "HEAD", "--json", "--allow", "dev-network.aws_vpc.vpc"];
    const { code, stdout, stderr } = rehearse(args);
    expect(stderr).toBe("");
    const [result] = JSON.parse(stdout) as RehearsalResult[];
    expect(result!.from).toBe(execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim());
    const ran = result!.phases.filter(({ stack }) => stack === "dev-network");
    expect(ran.map(({ phase }) => phase)).toEqual(["init", "bring about", "init", "validate", "plan"]);
    expect(ran.find(({ phase }) => phase === "bring about")?.changes.create).toBeGreaterThan(20);
    expect(code).toBe(2);
    expect(result!.problems).toEqual([expect.stringContaining("--allow dev-network.aws_vpc.vpc: no such resource")]);
  });
});

/** A commit of the files as they lie here, on no branch. */
function commitOfFiles(): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(temporary(), "index") };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, env, encoding: "utf8" }).trim();
  git("read-tree", "HEAD");
  git("add", "--all");
  const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return git(...who, "commit-tree", git("write-tree"), "-p", "HEAD", "-m", "files");
}

testWithTerraform("--changed leaves an environment out whose stacks were the same at the commit", async () => {
  const [result] = JSON.parse(
    rehearse(["dev", "--out", temporary(), "--from", commitOfFiles(), "--changed", "--json"]).stdout,
  ) as RehearsalResult[];
  expect(result).toMatchObject({ environment: "dev", ok: true, phases: [], planned: [], problems: [] });
});

/** Processes whose working directory is in a folder. */
function processesIn(folder: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number | NodeJS.Signals | null>((done) => child.on("exit", (code, signal) => done(code ?? signal)));

async function until(what: () => boolean): Promise<void> {
  // Jest ends what never comes
  while (!what()) await new Promise((done) => setTimeout(done, 50));
}

describe("a rehearsal that is ended", () => {
  const start = (out: string) => {
    const args = [...WITH_TYPESCRIPT, join(ROOT, "scripts/railyard.ts"), "rehearse", ...NETWORK, "--out", out];
    return spawn(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  };
  const applied = (out: string) => () => existsSync(join(out, "rehearsal/dev/state/dev-network.tfstate"));

  testWithTerraform("by SIGKILL leaves no process, and can be run again", async () => {
    const out = temporary();
    const child = start(out);
    const end = ended(child);
    await until(applied(out));
    child.kill("SIGKILL");
    expect(await end).toBe("SIGKILL");
    await until(() => processesIn(out).length === 0);
    const { code, stdout } = rehearse([...NETWORK, "--out", out]);
    expect(stdout).toMatch(/going on with|was killed/);
    expect(code).toBe(0);
  });

  testWithTerraform("by Ctrl-C says so, leaves no process, and can be run again", async () => {
    const out = temporary();
    const child = start(out);
    const end = ended(child);
    await until(applied(out));
    child.kill("SIGINT");
    expect(await end).toBe(130);
    expect(processesIn(out)).toEqual([]);
    expect(rehearse([...NETWORK, "--out", out]).code).toBe(0);
  });

  testWithTerraform("is not disturbed by a second one of the same environment, which is refused", async () => {
    const out = temporary();
    mkdirSync(join(out, "rehearsal"), { recursive: true });
    writeFileSync(join(out, "rehearsal/dev.lock"), `${process.pid}\n`);
    const { code, stderr } = rehearse([...NETWORK, "--out", out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`rehearsal of dev is in use by process ${process.pid}`));
  });
});
