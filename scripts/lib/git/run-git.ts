import { runToEnd } from "../process/run-to-end";

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
const LIMIT_SECONDS = 60;

/** Runs git in a folder. It never asks, and a program that is not there is a result too. */
export function runGit(
  folder: string,
  args: readonly string[],
  { input = "", encoding = "utf8" }: GitProps = {},
): GitResult {
  const { ok, stdout, stderr, failure } = runToEnd("git", ["-C", folder, ...args], {
    encoding,
    input,
    limitSeconds: LIMIT_SECONDS,
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
  });
  return { ok, stdout, problem: failure ?? stderr.trim() };
}
