import { runToEnd } from "../process/run-to-end";

export interface ToolResult {
  readonly ok: boolean;
  readonly output: string;
  /** The last lines that it complained with. */
  readonly error: string;
}

/** Runs a program to its end. @returns null when there is no such program */
export function runTool(program: string, args: readonly string[], input?: string): ToolResult | null {
  const { ok, isMissing, stdout, stderr, failure } = runToEnd(program, args, { input });
  if (isMissing) return null;
  return failure === null ? { ok, output: stdout, error: stderr.trim() } : { ok, output: "", error: failure };
}
