import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Repository root. */
export const ROOT = join(__dirname, "..", "..");

/** Arguments of Node with which it runs TypeScript of the repository. */
export const WITH_TYPESCRIPT = ["--require", join(ROOT, "bin/program")] as const;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a TypeScript program of the repository as a person would, in a process of its own. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Result {
  const options = {
    cwd: ROOT,
    encoding: "utf8" as const,
    // in a session of its own, as the types of spawnSync do not say: the terminal of whoever runs the tests cannot be asked in
    detached: true,
    env: { ...process.env, CHECKPOINT_DISABLE: "1", NO_COLOR: "1", ...env },
  };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...WITH_TYPESCRIPT, join(ROOT, program), ...args],
    options,
  );
  return { code: status, stdout, stderr };
}
