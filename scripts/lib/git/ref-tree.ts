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
  return keepingTrees(async () => {
    const { commit, folder, loaders } = await writtenTree(props);
    return use({ commit, folder, node: (args, env) => runNode({ loaders, args, env, folder, signal: props.signal }) });
  });
}

/** Files of a commit, with what loads them. */
interface WrittenTree {
  readonly commit: string;
  readonly folder: string;
  readonly loaders: readonly (readonly string[])[];
}

/** Trees that somebody needs at the moment, by project and commit. */
class KeptTrees {
  users = 0;
  readonly trees = new Map<string, Promise<WrittenTree>>();
  private readonly folders: string[] = [];
  readonly remove = () => {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  };

  constructor() {
    removeAbandoned();
    process.on("exit", this.remove);
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    this.folders.push(folder);
    return folder;
  }

  end(): void {
    process.off("exit", this.remove);
    this.remove();
  }
}

let kept: KeptTrees | null = null;

/** Who looks at a commit several times has its files written once: they stay until this is done. */
export async function keepingTrees<T>(run: () => Promise<T>): Promise<T> {
  kept ??= new KeptTrees();
  const trees = kept;
  trees.users += 1;
  try {
    return await run();
  } finally {
    trees.users -= 1;
    if (trees.users === 0) {
      kept = null;
      trees.end();
    }
  }
}

async function writtenTree(props: RefProps): Promise<WrittenTree> {
  const commit = await commitOf(props);
  const key = `${props.root}\0${commit}`;
  const all = kept as KeptTrees;
  const tree = all.trees.get(key) ?? writeTree(props, commit, all.folder());
  all.trees.set(key, tree);
  return tree;
}

async function writeTree(props: RefProps, commit: string, folder: string): Promise<WrittenTree> {
  await extract(props, commit, folder);
  const loaders = (await installPackages(props, folder)) === "present" ? [PRESENT, OWN] : [OWN];
  return { commit, folder, loaders };
}

/**
 * What loads the TypeScript of a commit: the present loader, which has most of its files compiled already, or that commit's own
 * tsx, which compiles all of them.
 */
const PRESENT = ["--require", join(__dirname, "../../../bin/program")];
const OWN = ["--import", "tsx"];

interface RunNodeProps extends Pick<RefProps, "signal"> {
  readonly loaders: readonly (readonly string[])[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly folder: string;
}

/** What the present loader cannot run is the commit's own affair, and so is what it says of it. */
async function runNode({ loaders, args, env, folder, signal }: RunNodeProps): Promise<ChildResult> {
  const [loader = OWN, ...others] = loaders;
  const own = { CHECKPOINT_DISABLE: "1", NO_COLOR: "1", ...env };
  const done = await run(process.execPath, [...loader, ...args], folder, signal, own);
  if (done.code === 0 || others.length === 0) return done;
  return runNode({ loaders: others, args, env, folder, signal });
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

async function commitOf({ root, ref, signal }: RefProps): Promise<string> {
  const git = (...args: string[]) => run("git", ["-C", root, ...args], tmpdir(), signal);
  const inside = await git("rev-parse", "--git-dir");
  if (inside.code !== 0)
    throw new ExpectedError(
      `git ref ${ref}: ${root} is in no git repository that can be read, so it has no earlier state.\n${inside.stderr.trim()}`,
    );
  const found = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  const commit = found.stdout.trim();
  if (found.code === 0 && commit) return commit;
  throw new ExpectedError(
    `git ref ${ref}: there is no such commit, branch or tag. In a shallow clone, fetch it first: ` +
      "git fetch --depth=1 origin <ref>",
  );
}

/** Half of the files, and nothing of the program reads them. */
const WITHOUT_TESTS = ["--", ".", ":(exclude)test"];

/** Writes the files of the commit, without history. */
async function extract({ root, ref, signal }: RefProps, commit: string, folder: string): Promise<void> {
  const archive = join(folder, "tree.tar");
  const args = ["-C", root, "archive", "--format=tar", `--output=${archive}`, commit, ...WITHOUT_TESTS];
  const written = await run("git", args, folder, signal);
  const unpacked = written.code === 0 ? await run("tar", ["-xf", archive], folder, signal) : written;
  if (unpacked.code !== 0)
    throw new ExpectedError(`git ref ${ref}: its files cannot be written: ${unpacked.stderr.trim()}`);
  rmSync(archive);
}

/** The packages of this work tree serve where the lock file is the same; else they are installed, from npm's cache first. */
async function installPackages({ root, ref, signal }: RefProps, folder: string): Promise<"present" | "own"> {
  const lock = (at: string) => {
    const file = join(at, "package-lock.json");
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  const packages = join(root, "node_modules");
  if (existsSync(packages) && lock(root) === lock(folder)) {
    symlinkSync(packages, join(folder, "node_modules"), "dir");
    return "present";
  }
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const installed = await run("npm", args, folder, signal);
  if (installed.code === 0) return "own";
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
