import { copyFileSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { jsonIn } from "../lib/files/read-json";
import { runChild, type ChildResult } from "../lib/process/child";
import { lastLines } from "../lib/process/run-to-end";
import { ControlPlaneError } from "./control-plane-error";

export interface GoProps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Where Go has put a module. */
export interface GoModule {
  /** Its file go.mod. */
  readonly GoMod: string;
  /** Its sources, which nobody may write. */
  readonly Dir: string;
}

/** Runs Go, whatever it says. @throws ControlPlaneError where there is none */
export async function runGo(
  args: readonly string[],
  folder: string,
  { env, signal }: GoProps,
  flags = "-mod=mod",
): Promise<ChildResult> {
  return runChild({ program: "go", args, folder, env: { ...env, GOFLAGS: flags, GOWORK: "off" }, signal }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new ControlPlaneError(
        'Programs of a control plane are built with Go, and there is no program "go". Install it from https://go.dev/dl/, or name a\n' +
          "folder with programs that another machine has built in RAILYARD_CONTROL_PLANES.",
      );
    },
  );
}

/** Runs Go. @returns what it printed @throws ControlPlaneError where it fails, with its words */
export async function goStep(args: readonly string[], folder: string, props: GoProps, flags?: string): Promise<string> {
  const { code, stdout, stderr } = await runGo(args, folder, props, flags);
  if (code === 0) return stdout;
  // asked for JSON, Go tells its errors there
  throw new ControlPlaneError(`go ${args.slice(0, 3).join(" ")} failed:\n${lastLines(stderr.trim() || stdout, 8)}`);
}

/** @param module such as `sigs.k8s.io/kueue@v0.19.2` @throws ControlPlaneError where it cannot be had */
export async function downloadModule(module: string, folder: string, props: GoProps): Promise<GoModule> {
  const found = (jsonIn(await goStep(["mod", "download", "-json", module], folder, props)) ?? {}) as Partial<GoModule>;
  return { GoMod: found.GoMod ?? "", Dir: found.Dir ?? "" };
}

/** Puts a program where others look for it: they see all of it or nothing. */
export function putProgram(built: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  copyFileSync(built, beside);
  renameSync(beside, path);
}
