import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { inRef, keepingTrees } from "../../../../scripts/lib/git/ref-tree";
import { synthesizeRef } from "../../../../scripts/lib/synth/from-ref";
import { isAlive } from "../../../../scripts/lib/process/process-alive";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

function git(root: string, ...args: string[]): string {
  const who = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", ["-C", root, ...who, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** A synth that writes one stack with its commit's mark, and what it was run with. */
const main = (mark: string) => `const typed: string = "";\n${js(mark)}`;

const js = (mark: string) => `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const out = process.env["CDKTF_OUTDIR"];
  const name = process.argv[2] + "-network";
  if (process.argv[2] === "broken") throw new Error("no synth today");
  mkdirSync(out + "/stacks/" + name, { recursive: true });
  writeFileSync(out + "/stacks/" + name + "/cdk.tf.json", JSON.stringify({ mark: "${mark}", folder: process.cwd() }));
  writeFileSync(out + "/manifest.json", JSON.stringify({ stacks: { [name]: { dependencies: [] } } }));
`;

const LOCK = '{"lockfileVersion": 3}';

/** A repository with two commits, the first with the tag `v1`, and something in work. */
function repository(first: Readonly<Record<string, string>> = {}): string {
  const root = temporary();
  git(root, "init", "-q");
  put(root, {
    "main.ts": main("first"),
    "package.json": '{"name": "x", "version": "1.0.0"}',
    "package-lock.json": LOCK,
    "config/environments/dev.ts": "",
    "config/environments/broken.ts": "",
    ".gitignore": "node_modules\n",
    ...first,
  });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first");
  git(root, "tag", "v1");
  put(root, { "main.ts": main("second"), "package-lock.json": LOCK, "config/environments/late.ts": "" });
  git(root, "commit", "-qam", "second");
  put(root, { "main.ts": main("in work") });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return root;
}

/** Without the folders of other test files that run beside this one. */
const leftBehind = () =>
  readdirSync(tmpdir()).filter((name) => {
    const pid = Number(/^railyard-ref-(\d+)-/.exec(name)?.[1]);
    return pid === process.pid || (pid > 0 && !isAlive(pid));
  });
afterEach(() => expect(leftBehind()).toEqual([]));

async function problem(props: Partial<Parameters<typeof synthesizeRef>[0]>): Promise<string> {
  const into = join(temporary(), "out");
  const given = { root: temporary(), ref: "v1", environment: "dev", into, ...props };
  const error = await synthesizeRef(given).then(
    () => new Error("nothing was wrong"),
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(ExpectedError);
  expect(existsSync(into)).toBe(false);
  return error.message;
}

describe("synthesizeRef", () => {
  test("synthesizes with the code of the commit, and leaves the work tree as it is", async () => {
    const root = repository();
    const before = [git(root, "status", "--porcelain"), git(root, "worktree", "list"), git(root, "rev-parse", "HEAD")];
    const into = join(temporary(), "out");
    put(into, { "old/file": "of an earlier run" });
    const commit = await synthesizeRef({ root, ref: "v1", environment: "dev", into });
    expect(commit).toBe(git(root, "rev-parse", "v1"));
    const stack = JSON.parse(readFileSync(join(into, "stacks/dev-network/cdk.tf.json"), "utf8")) as object;
    expect(stack).toEqual({ mark: "first", folder: expect.stringMatching(/railyard-ref-/) });
    expect(readdirSync(into).sort()).toEqual(["manifest.json", "stacks"]);
    const after = [git(root, "status", "--porcelain"), git(root, "worktree", "list"), git(root, "rev-parse", "HEAD")];
    expect(after).toEqual(before);
    expect(readFileSync(join(root, "main.ts"), "utf8")).toContain("in work");
    expect(existsSync(join(root, "node_modules/tsx"))).toBe(true);
  });

  test("takes a project in a folder of its repository, and heeds no git variables of a hook", async () => {
    const root = temporary();
    git(root, "init", "-q");
    put(root, { "other.txt": "", "infra/main.ts": main("inside"), "infra/package-lock.json": LOCK });
    git(root, "add", "-A");
    git(root, "commit", "-qm", "first");
    symlinkSync(join(ROOT, "node_modules"), join(root, "infra/node_modules"));
    const into = join(temporary(), "out");
    process.env["GIT_DIR"] = "/no/such/repository";
    try {
      await synthesizeRef({ root: join(root, "infra"), ref: "HEAD", environment: "dev", into });
    } finally {
      delete process.env["GIT_DIR"];
    }
    expect(readFileSync(join(into, "stacks/dev-network/cdk.tf.json"), "utf8")).toContain("inside");
  });

  test("runs by its own tsx what the present loader cannot run", async () => {
    const root = repository({
      // Node alone finds no TypeScript by half a name
      "main.ts": 'void import("./synth").then(({ run }: { run: () => void }) => run());',
      "synth.ts": `export function run() {${js("by tsx")}}`,
    });
    const into = join(temporary(), "out");
    await synthesizeRef({ root, ref: "v1", environment: "dev", into });
    expect(readFileSync(join(into, "stacks/dev-network/cdk.tf.json"), "utf8")).toContain("by tsx");
  });

  test("writes the files of a commit once for all that look at it together, and those of another beside them", async () => {
    const root = repository();
    const seen = await keepingTrees(async () => {
      const folders: string[] = [];
      for (const [ref, environment] of [
        ["v1", "dev"],
        ["HEAD", "dev"],
        ["v1", "late"],
      ] as const) {
        const into = join(temporary(), "out");
        await synthesizeRef({ root, ref, environment, into });
        const { mark, folder } = JSON.parse(
          readFileSync(join(into, `stacks/${environment}-network/cdk.tf.json`), "utf8"),
        ) as { mark: string; folder: string };
        folders.push(`${mark} ${folder}`);
        expect(existsSync(folder)).toBe(true);
      }
      return folders;
    });
    expect(seen[0]).toMatch(/^first /);
    expect(seen[1]).toMatch(/^second /);
    expect(seen[2]).toBe(seen[0]);
  });

  test("leaves the tests of a commit out", async () => {
    const root = repository({ "test/some.test.ts": "" });
    const files = await inRef({ root, ref: "v1" }, async ({ folder }) => Promise.resolve(readdirSync(folder)));
    expect(files).toEqual(expect.arrayContaining(["main.ts", "config", "node_modules"]));
    expect(files).not.toContain("test");
  });

  test("installs the commit's own packages when its lock file differs", async () => {
    const link = { "node_modules/tsx": { resolved: "own-tsx", link: true }, "own-tsx": { version: "1.0.0" } };
    const dependencies = { tsx: "file:own-tsx" };
    const root = repository({
      "package.json": JSON.stringify({ name: "x", version: "1.0.0", dependencies }),
      "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies }, ...link } }),
      "own-tsx/package.json": '{"name": "tsx", "version": "1.0.0"}',
      // plays the synth itself
      "own-tsx/index.js": `${js("own packages")}\nprocess.exit(0);`,
    });
    const into = join(temporary(), "out");
    await synthesizeRef({ root, ref: "v1", environment: "dev", into });
    expect(readFileSync(join(into, "stacks/dev-network/cdk.tf.json"), "utf8")).toContain("own packages");
  });

  test("shows npm's words when its packages cannot be installed", async () => {
    const root = repository();
    git(root, "rm", "-q", "--cached", "package-lock.json");
    git(root, "commit", "-qm", "without");
    expect(await problem({ root, ref: "HEAD" })).toMatch(
      /^git ref HEAD: its package-lock\.json differs .* npm ci --ignore-scripts .* failed:\n[^]*existing package-lock\.json/,
    );
  });

  test.each(["v2", "--output=/tmp/x", "HEAD~9", ""])("fails for %j, which is no commit", async (ref) => {
    expect(await problem({ root: repository(), ref })).toBe(
      `git ref ${ref}: there is no such commit, branch or tag. In a shallow clone, fetch it first: ` +
        "git fetch --depth=1 origin <ref>",
    );
  });

  test("fails outside of a git repository, with git's words", async () => {
    expect(await problem({})).toMatch(/^git ref v1: .* is in no git repository that can be read.*\nfatal: /);
  });

  test("fails for an environment that is newer than the commit", async () => {
    const root = repository({ "main.ts": "process.exitCode = 1;" });
    expect(await problem({ root, environment: "late" })).toBe(
      "git ref v1: there is no environment late yet, so nothing can be upgraded: leave --from out",
    );
  });

  test("fails when the commit's own synth fails, with its words", async () => {
    expect(await problem({ root: repository(), environment: "broken" })).toMatch(
      /^git ref v1: its own synth of broken failed:\n[^]*no synth today[^]*Name a later commit\.$/,
    );
  });

  test("fails when the commit's synth writes nothing", async () => {
    expect(await problem({ root: repository({ "main.ts": "export {};" }) })).toMatch(/its own synth of dev failed/);
  });

  test("ends what it runs when it is interrupted", async () => {
    const root = repository({ "main.ts": "setInterval(() => {}, 1000);" });
    const controller = new AbortController();
    const into = join(temporary(), "out");
    const run = synthesizeRef({ root, ref: "v1", environment: "dev", into, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("stopped")), 300);
    await expect(run).rejects.toThrow("stopped");
    expect(existsSync(into)).toBe(false);
  });

  test("removes what a killed run has left", async () => {
    const dead = spawnSync("true").pid;
    const left = join(tmpdir(), `railyard-ref-${dead}-abc`);
    put(left, { "main.ts": "" });
    await problem({});
    expect(existsSync(left)).toBe(false);
    rmSync(left, { recursive: true, force: true });
  });
});
