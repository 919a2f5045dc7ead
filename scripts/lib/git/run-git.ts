import { spawnSync } from "node:child_process";

export interface GitProps {
  /** @default - nothing */
  readonly input?: string;
  /** `latin1` has a character a byte, for sizes that git tells. @default utf8 */
  readonly encoding?: "utf8" | "latin1";
}

/** How a call of git ended. */
export interface GitResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** Why it did not go well, in git's own words or the system's; "" where neither says. */
  readonly problem: string;
}

/** Git is asked about what is on this disk: longer means that something hangs. */
const LIMIT_MS = 60_000;

const MOST_BYTES = 256 * 1024 * 1024;

/** Runs git in a folder. It never asks, and a program that is not there is a result too. */
export function runGit(
  folder: string,
  args: readonly string[],
  { input = "", encoding = "utf8" }: GitProps = {},
): GitResult {
  const { error, status, stdout, stderr } = spawnSync("git", ["-C", folder, ...args], {
    encoding,
    input,
    timeout: LIMIT_MS,
    maxBuffer: MOST_BYTES,
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
  });
  // null where git could not be started
  return { ok: !error && status === 0, stdout: stdout ?? "", problem: error?.message ?? (stderr ?? "").trim() };
}
