import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { filesUnder } from "./files-under";
import { remembered } from "./remembered";

/** What a boot script left behind. */
export interface SandboxRun {
  readonly status: number | null;
  /** Output of the script, and calls of the stubs as `name arguments`. */
  readonly output: string;
  /** Content of a file by its path on a node; undefined when there is none. */
  file(path: string): string | undefined;
}

export interface SandboxProps {
  /** Bash bodies by command name. Every call is also written to the output. */
  readonly stubs?: Readonly<Record<string, string>>;
  /** Contents by path on a node. */
  readonly files?: Readonly<Record<string, string>>;
  /** Link targets by path on a node; /dev/null stands for any character device. */
  readonly links?: Readonly<Record<string, string>>;
}

const SYSTEM_PATHS = /(?<=^|[\s"'=<>(])\/(?=(?:etc|sys|proc|opt|usr\/local|usr\/src|dev\/gdrdrv)\b)/gm;

/**
 * Runs a boot script with real bash in a folder that stands for `/`; commands that change a node are stubs. The same script
 * with the same stubs, files and links runs once.
 */
export const runInSandbox = remembered((script: string, props: SandboxProps): SandboxRun => {
  const { stubs = {}, files = {}, links = {} } = props;
  const root = mkdtempSync(join(tmpdir(), "railyard-sandbox-"));
  const at = (path: string) => join(root, path);
  const write = (path: string, text: string, mode?: number) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  };
  try {
    for (const [path, text] of Object.entries(files)) write(at(path), text);
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(target === "/dev/null" ? target : at(target), at(path));
    }
    const all = { logger: 'shift 4; echo "$*"', ...stubs };
    for (const [name, body] of Object.entries(all))
      write(at(`stubs/${name}`), `#!/bin/bash\necho "${name} $*" >> "${root}/calls"\n${body}\n`, 0o755);
    for (const folder of ["etc/sysctl.d", "etc/systemd/system", "proc/sys/vm", "usr/local/sbin", "usr/src", "dev"])
      mkdirSync(at(folder), { recursive: true });

    const run = spawnSync("bash", ["-c", script.replace(SYSTEM_PATHS, `${root}/`)], {
      encoding: "utf8",
      env: { PATH: `${at("stubs")}:/usr/bin:/bin`, ROOT: root },
    });
    const calls = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8") : "";
    const contents = new Map<string, string>();
    for (const path of filesUnder(root)) {
      const text = readFileSync(at(path), "utf8");
      if (text) contents.set(`/${path}`, text.replaceAll(root, ""));
    }
    return {
      status: run.status,
      output: (calls + run.stdout + run.stderr).replaceAll(root, ""),
      file: (path) => contents.get(path),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** Complaints of bash about the syntax of a script; empty when it has none. */
export function syntaxErrors(script: string): string {
  return spawnSync("bash", ["-n"], { input: script, encoding: "utf8" }).stderr;
}
