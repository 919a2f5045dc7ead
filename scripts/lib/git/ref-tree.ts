import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { isAlive } from "../process/process-alive";
import { runChild, type ChildResult } from "../process/child";

export interface RefProps {
  /** Repository root, or the folder of the project in it. */
  readonly root: string;
  /** Commit, branch or tag. */
  readonly ref: string;
  readonly signal?: AbortSignal | undefined;
}

/** The project as of a commit. */
export interface RefTree {
  readonly commit: string;
  readonly folder: string;
  /** Runs a program of Node in it, such as `["main.ts", "dev"]`, with its own packages. */
  readonly node: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ChildResult>;
}

const PREFIX = "railyard-ref-";

/**
 * Lets something look at the project as of a commit, in a temporary folder that is gone afterwards. The repository's work
 * tree, index and branches stay as they are.
 */
export async function inRef<T>(props: RefProps, use: (tree: RefTree) => Promise<T>): Promise<T> {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    const commit = await extract(props, folder);
    await installPackages(props, folder);
    const node: RefTree["node"] = (args, env = {}) =>
      run(process.execPath, ["--import", "tsx", ...args], folder, props.signal, {
        CHECKPOINT_DISABLE: "1",
        NO_COLOR: "1",
        ...env,
      });
    return await use({ commit, folder, node });
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Folders of runs that were killed. */
function removeAbandoned(): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = /^railyard-ref-(\d+)-/.exec(entry)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), entry), { recursive: true, force: true });
    } catch {
      // somebody else's
    }
  }
}

/** Writes the files of the commit, without history. */
async function extract({ root, ref, signal }: RefProps, folder: string): Promise<string> {
  const git = (...args: string[]) => run("git", ["-C", root, ...args], folder, signal);
  const inside = await git("rev-parse", "--git-dir");
  if (inside.code !== 0)
    throw new ExpectedError(
      `git ref ${ref}: ${root} is in no git repository that can be read, so it has no earlier state.\n${inside.stderr.trim()}`,
    );
  const found = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  const commit = found.stdout.trim();
  if (found.code !== 0 || !commit)
    throw new ExpectedError(
      `git ref ${ref}: there is no such commit, branch or tag. In a shallow clone, fetch it first: ` +
        "git fetch --depth=1 origin <ref>",
    );
  const archive = join(folder, "tree.tar");
  const written = await git("archive", "--format=tar", `--output=${archive}`, commit);
  const unpacked = written.code === 0 ? await run("tar", ["-xf", archive], folder, signal) : written;
  if (unpacked.code !== 0)
    throw new ExpectedError(`git ref ${ref}: its files cannot be written: ${unpacked.stderr.trim()}`);
  rmSync(archive);
  return commit;
}

/** The packages of this work tree serve where the lock file is the same; else they are installed, from npm's cache first. */
async function installPackages({ root, ref, signal }: RefProps, folder: string): Promise<void> {
  const lock = (at: string) => {
    const file = join(at, "package-lock.json");
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  const packages = join(root, "node_modules");
  if (existsSync(packages) && lock(root) === lock(folder)) {
    symlinkSync(packages, join(folder, "node_modules"), "dir");
    return;
  }
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const installed = await run("npm", args, folder, signal);
  if (installed.code === 0) return;
  throw new ExpectedError(
    `git ref ${ref}: its package-lock.json differs from the present one, and npm ${args.join(" ")} failed:\n${ends(installed)}`,
  );
}

/**
 * Runs a program on the extracted files. Git hooks set variables that would lead git to another repository; FORCE_COLOR beside
 * NO_COLOR is a warning of Node.
 */
async function run(
  program: string,
  args: readonly string[],
  folder: string,
  signal: AbortSignal | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildResult> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$|CDKTF_|FORCE_COLOR$)/.test(name),
  );
  try {
    return await runChild({ program, args, folder, signal, env: { ...Object.fromEntries(own), ...env } });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ExpectedError(`an earlier commit needs ${program}, and there is no such program`);
  }
}

/** Begins a program for `node --eval` in a commit's tree: what stops it is told in words, not as a stack of calls. */
export const IN_WORDS = `
  process.on("uncaughtException", (error) => {
    const [needs] = (error && error.requireStack) || [];
    const text = String((error && error.message) || error).split("\\nRequire stack:")[0];
    const by = needs ? ", which " + require("node:path").relative(process.cwd(), needs) + " needs" : "";
    process.stderr.write(text + by + "\\n");
    process.exit(1);
  });
`;

/** Output of a program without its middle: some tell what is wrong first, others last. */
export function ends({ stdout, stderr }: ChildResult): string {
  const lines = `${stdout}\n${stderr}`.trim().split("\n");
  return lines.length > 40 ? [...lines.slice(0, 20), "…", ...lines.slice(-20)].join("\n") : lines.join("\n");
}
