import { spawnSync } from "node:child_process";

export interface ToolResult {
  readonly ok: boolean;
  readonly output: string;
  /** The last lines that it complained with. */
  readonly error: string;
}

const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs a program to its end. @returns null when there is no such program */
export function runTool(program: string, args: readonly string[], input?: string): ToolResult | null {
  const run = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
    ...(input !== undefined && { input }),
  });
  if (run.error && "code" in run.error && run.error.code === "ENOENT") return null;
  if (run.error) return { ok: false, output: "", error: run.error.message };
  return { ok: run.status === 0, output: run.stdout, error: run.stderr.trim() };
}
