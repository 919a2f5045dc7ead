import { spawnSync } from "node:child_process";

export interface RunToEndProps {
  /** Folder that it runs in. @default - that of this process */
  readonly folder?: string;
  /** Its whole environment. @default - that of this process */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads. @default - nothing */
  readonly input?: string | undefined;
  /** `latin1` has a character a byte. @default utf8 */
  readonly encoding?: "utf8" | "latin1";
  /** Seconds after which it is killed. @default - none */
  readonly limitSeconds?: number;
}

/** How a program ended, or why it did not begin. */
export interface Ended {
  /** It ended with code 0. */
  readonly ok: boolean;
  /** There is no such program. */
  readonly isMissing: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** What the system says of a program that did not begin, or was killed. */
  readonly failure: string | null;
}

/** Longer answers are none that anything here asks for. */
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * Runs a program to its end, while nothing else of this process goes on: for questions that take moments. What takes
 * longer, and what Ctrl-C should reach, runs by `runChild`. Never throws.
 */
export function runToEnd(
  program: string,
  args: readonly string[],
  { folder, env, input = "", encoding = "utf8", limitSeconds }: RunToEndProps = {},
): Ended {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding,
    input,
    maxBuffer: MOST_BYTES,
    ...(folder !== undefined && { cwd: folder }),
    ...(env !== undefined && { env }),
    ...(limitSeconds !== undefined && { timeout: limitSeconds * 1000 }),
  });
  return {
    ok: !error && status === 0,
    isMissing: (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT",
    // null where it could not be started
    stdout: stdout ?? "",
    stderr: stderr ?? "",
    failure: error?.message ?? null,
  };
}

/** The last lines of a text: most programs say there what went wrong. */
export const lastLines = (text: string, most: number): string => text.trim().split("\n").slice(-most).join("\n");
