import { execFile } from "node:child_process";
import type { DoctorContext } from "./check";

/** What a program said; null: there is no such program. `problem`: it did not end well. */
export interface Said {
  readonly output: string;
  readonly problem?: string;
}

/** Programs of version managers may have to look for the version first. */
const LIMIT_MS = 10_000;

/** Runs a program that tells its version, both outputs together. Never throws. */
export function ask(program: string, args: readonly string[], { env, signal }: DoctorContext): Promise<Said | null> {
  return new Promise((resolve) => {
    const options = { env, signal, timeout: LIMIT_MS, killSignal: "SIGKILL" } as const;
    execFile(program, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}`.trim();
      if (error === null) return resolve({ output });
      if (error.code === "ENOENT") return resolve(null);
      const why = error.killed ? `no answer in ${LIMIT_MS / 1000} s` : (output.split("\n")[0] ?? "") || error.message;
      resolve({ output, problem: why.slice(0, 200) });
    });
  });
}
