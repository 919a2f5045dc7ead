import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { openWorkFolder, type WorkFolder } from "../../../../scripts/rehearsal/run/work-folder";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const open: WorkFolder[] = [];
afterEach(() => open.splice(0).forEach(({ release }) => release()));

function opened(outdir: string, fresh = false): WorkFolder {
  const folder = openWorkFolder({ outdir, environment: "dev", fresh });
  open.push(folder);
  return folder;
}

function put(outdir: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(outdir, "rehearsal", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
}

const AWS = 'provider["registry.terraform.io/hashicorp/aws"]';
const BUILT_IN = 'provider["terraform.io/builtin/terraform"]';
const state = (...resources: object[]) => ({ version: 4, resources });
const vpc = {
  mode: "managed",
  type: "aws_vpc",
  name: "network",
  provider: AWS,
  instances: [{ attributes: { id: "vpc-1" } }],
};

/** A process that is dead. */
const deadPid = () => spawnSync("true").pid;

function problem(outdir: string): string {
  try {
    opened(outdir);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectedError);
    return (error as Error).message;
  }
  throw new Error("nothing was wrong");
}

describe("a work folder", () => {
  test("begins empty, for the eyes of its owner only", () => {
    const outdir = join(temporary(), "cdktf.out");
    const folder = opened(outdir);
    expect(folder).toMatchObject({ path: join(outdir, "rehearsal/dev"), leftovers: [], wasKilled: false });
    expect(folder.statePath("dev-network")).toBe(join(outdir, "rehearsal/dev/state/dev-network.tfstate"));
    expect(spawnSync("stat", ["-c", "%a", folder.path, folder.stateFolder], { encoding: "utf8" }).stdout).toBe(
      "700\n700\n",
    );
  });

  test("keeps a result", () => {
    const folder = opened(temporary());
    expect(JSON.parse(readFileSync(folder.writeResult({ ok: true }), "utf8"))).toEqual({ ok: true });
  });

  test("goes on with states and cloud of an earlier run, and drops the rest of it", () => {
    const outdir = temporary();
    const private0 = { ...vpc, type: "aws_subnet", name: "private", module: "module.m" };
    put(outdir, {
      "dev/state/cloud.jsonl": {},
      "dev/state/dev-network.tfstate": state(
        vpc,
        { ...private0, instances: [{ index_key: "us-east-1a", attributes: { id: "subnet-1" } }, { index_key: 1 }] },
        { ...vpc, mode: "data", name: "read" },
      ),
      "dev/state/dev-gone.tfstate": state(),
      "dev/state/dev-network.tfstate.backup": "not read",
      "dev/dev-network/plan.json": {},
      "dev/result.json": {},
    });
    const folder = opened(outdir);
    expect(folder.leftovers).toEqual([
      {
        stack: "dev-network",
        resources: [
          { address: "aws_vpc.network", type: "aws_vpc", id: "vpc-1", inCloud: true },
          { address: 'module.m.aws_subnet.private["us-east-1a"]', type: "aws_subnet", id: "subnet-1", inCloud: true },
          { address: "module.m.aws_subnet.private[1]", type: "aws_subnet", id: null, inCloud: true },
        ],
      },
    ]);
    expect(folder.states()).toEqual(["dev-gone", "dev-network"]);
    expect(readdirSync(folder.path)).toEqual(["state"]);
    expect(existsSync(join(folder.stateFolder, "cloud.jsonl"))).toBe(true);
  });

  test("begins anew when that is asked for, whatever there is", () => {
    const outdir = temporary();
    put(outdir, {
      "dev/state/cloud.jsonl": "{",
      "dev/state/dev-a.tfstate": state(vpc),
      "other/state/cloud.jsonl": "{}",
    });
    const folder = opened(outdir, true);
    expect(folder.leftovers).toEqual([]);
    expect(readdirSync(folder.stateFolder)).toEqual([]);
    expect(existsSync(join(outdir, "rehearsal/other/state/cloud.jsonl"))).toBe(true);
  });

  test("forgets a cloud that no state knows of, and states that a killed Terraform left empty", () => {
    const outdir = temporary();
    put(outdir, {
      "dev/state/cloud.jsonl": { vpc: 1 },
      "dev/state/dev-a.tfstate": "",
      "dev/state/dev-b.tfstate": state(),
    });
    const folder = opened(outdir);
    expect(folder.leftovers).toEqual([]);
    expect(existsSync(join(folder.stateFolder, "cloud.jsonl"))).toBe(false);
  });

  test("needs no cloud for Terraform's own resources", () => {
    const outdir = temporary();
    put(outdir, { "dev/state/dev-a.tfstate": state({ ...vpc, type: "terraform_data", provider: BUILT_IN }) });
    expect(opened(outdir).leftovers[0]?.resources[0]?.inCloud).toBe(false);
  });

  test("fails when states have lost their cloud", () => {
    const outdir = temporary();
    put(outdir, { "dev/state/dev-a.tfstate": state(vpc), "dev/state/dev-b.tfstate": state() });
    expect(problem(outdir)).toMatch(
      /^dev-a: the state has resources .*state\/cloud\.jsonl, is gone\. Begin anew with --fresh\./,
    );
  });

  test.each([
    ["dev/state/dev-a.tfstate", '{"version": 4, '],
    ["dev/state/dev-a.tfstate", '{"resources": 5}'],
  ])("fails on a broken %s (%s), names it, and says what to do", (file, content) => {
    const outdir = temporary();
    put(outdir, { "dev/state/cloud.jsonl": "{}", [file]: content });
    const text = problem(outdir);
    expect(text).toContain(join(outdir, "rehearsal", file));
    expect(text).toMatch(/(is not JSON: line 1, |is not a state)[^]*Begin anew with --fresh\.$/);
    expect(opened(outdir, true).leftovers).toEqual([]);
  });

  test.each(["rehearsal", "rehearsal/dev", "rehearsal/dev/state"])("fails where %s is a file", (path) => {
    const outdir = temporary();
    mkdirSync(dirname(join(outdir, path)), { recursive: true });
    writeFileSync(join(outdir, path), "");
    expect(problem(outdir)).toBe(`${join(outdir, path)} is a file, and must be a folder: move it away`);
  });

  test("fails where the state is a folder", () => {
    const outdir = temporary();
    put(outdir, { "dev/state/dev-a.tfstate/x": "" });
    expect(problem(outdir)).toMatch(/dev-a\.tfstate cannot be read: EISDIR[^]*Begin anew with --fresh/);
  });

  test("fails where it must not write, not even as root", () => {
    expect(problem("/sys")).toMatch(/cannot be written: .*give yourself the right/);
  });
});

describe("its lock", () => {
  const lock = (outdir: string) => join(outdir, "rehearsal/dev.lock");

  test("keeps a second rehearsal of the environment out, and lets others in", () => {
    const outdir = temporary();
    const first = opened(outdir);
    expect(problem(outdir)).toMatch(
      new RegExp(`^The rehearsal of dev is in use by process ${process.pid}\\. .*\\n.*remove .*dev\\.lock$`),
    );
    expect(existsSync(lock(outdir))).toBe(true);
    open.push(openWorkFolder({ outdir, environment: "other", fresh: false }));
    first.release();
    expect(existsSync(lock(outdir))).toBe(false);
    expect(opened(outdir).wasKilled).toBe(false);
  });

  test("is held by another process as long as that lives", async () => {
    const outdir = temporary();
    const other = spawn("sleep", ["60"]);
    put(outdir, { "dev.lock": `${other.pid}\n` });
    expect(problem(outdir)).toContain(`process ${other.pid}.`);
    const ended = new Promise((resolve) => other.once("exit", resolve));
    other.kill("SIGKILL");
    await ended;
    expect(opened(outdir).wasKilled).toBe(true);
    expect(readFileSync(lock(outdir), "utf8")).toBe(`${process.pid}\n`);
  });

  test("that a killed run has left waits for its Terraform to write, but not for ever", () => {
    const outdir = temporary();
    const holding = "dev/state/.dev-a.tfstate.lock.info";
    put(outdir, { "dev.lock": `${deadPid()}`, "dev/state/cloud.jsonl": "{}", [holding]: "{}" });
    const [note, late] = [holding, "dev/state/dev-a.tfstate"].map((file) => join(outdir, "rehearsal", file));
    const script = `sleep 0.3; echo '${JSON.stringify(state(vpc))}' > ${late}; rm ${note}`;
    spawn("bash", ["-c", script], { stdio: "ignore" });
    expect(opened(outdir).leftovers).toMatchObject([{ stack: "dev-a" }]);

    open.splice(0).forEach(({ release }) => release());
    put(outdir, { "dev.lock": `${deadPid()}`, [holding]: "{}" });
    expect(opened(outdir).leftovers).toMatchObject([{ stack: "dev-a" }]);
  });

  test.each(["", "nonsense", "-1"])("is taken over when it says nothing: %j", (text) => {
    const outdir = temporary();
    put(outdir, { "dev.lock": text });
    expect(opened(outdir).wasKilled).toBe(true);
    expect(readdirSync(join(outdir, "rehearsal")).sort()).toEqual(["dev", "dev.lock"]);
  });

  test("is given back when the folder turns out to be broken", () => {
    const outdir = temporary();
    put(outdir, { "dev.lock": `${deadPid()}`, "dev/state/dev-a.tfstate": "{" });
    problem(outdir);
    expect(existsSync(lock(outdir))).toBe(false);
  });

  test("is not given back by one that has lost it", () => {
    const outdir = temporary();
    const { release } = opened(outdir);
    writeFileSync(lock(outdir), "1\n");
    release();
    release();
    expect(readFileSync(lock(outdir), "utf8")).toBe("1\n");
  });
});
