import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOW } from "./environment";
import { RAILYARD } from "./railyard-commands";
import { ROOT, runProgram, type Result } from "./process";
import { copyShipped } from "./shipped-files";

/** A repository with nothing but environments, those that are shipped at first. Its code is the present one. */
export interface EnvironmentFolder {
  readonly root: string;
  /** Runs a command in a process of its own. */
  readonly run: (...args: string[]) => Result;
  /** Runs a command in this process, which reads the folder once: for one call, of those that need no more. */
  readonly call: (...args: string[]) => Promise<Result>;
  /** Text of `config/environments/<name>.ts`. */
  readonly read: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** Everything in the folder of environments, hidden files too. */
  readonly list: () => string[];
  readonly git: (...args: string[]) => string;
  /** Commits everything. @returns the commit */
  readonly commit: (message: string) => string;
}

export async function inEnvironmentFolder<T>(use: (folder: EnvironmentFolder) => T | Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "railyard-environments-"));
  const folder = join(root, "config/environments");
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      "git",
      ["-C", root, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  try {
    mkdirSync(join(root, "config/kernel"), { recursive: true });
    copyShipped(folder);
    for (const module of ["index", "kernel/extends"])
      writeFileSync(
        join(root, `config/${module}.ts`),
        `export * from ${JSON.stringify(join(ROOT, "config", module))};\n`,
      );
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
    writeFileSync(join(root, ".gitignore"), "node_modules\n");
    writeFileSync(join(root, "package.json"), '{ "type": "commonjs" }\n');
    const commit = (message: string) => {
      git("add", "-A");
      git("commit", "-q", "-m", message);
      return git("rev-parse", "HEAD");
    };
    return await use({
      root,
      run: (...args) => runProgram("test/helpers/railyard-at.ts", [root, ...args]),
      call: (...args) => called(root, args),
      read: (name) => readFileSync(join(folder, `${name}.ts`), "utf8"),
      write: (name, text) => writeFileSync(join(folder, `${name}.ts`), text),
      list: () => readdirSync(folder).sort(),
      git,
      commit,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function called(root: string, [name = "", ...args]: readonly string[]): Promise<Result> {
  const out: string[] = [];
  const errors: string[] = [];
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => out.push(`${text}\n`),
    printError: (text: string) => errors.push(`${text}\n`),
  };
  const code = await RAILYARD[name]!(args, context);
  return { code, stdout: out.join(""), stderr: errors.join("") };
}
