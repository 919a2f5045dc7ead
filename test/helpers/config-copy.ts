import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./process";
import { copyShipped } from "./shipped-files";

/** A folder with a copy of everything in `config`, and nothing else of the repository. */
export interface ConfigCopy {
  readonly root: string;
  /** Text of a file, by its path from the root. */
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
}

export async function inConfigCopy<T>(use: (copy: ConfigCopy) => T | Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "railyard-config-"));
  try {
    cpSync(join(ROOT, "config"), join(root, "config"), { recursive: true });
    copyShipped(join(root, "config/environments"));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
    writeFileSync(join(root, "package.json"), '{ "type": "commonjs" }\n');
    return await use({
      root,
      read: (path) => readFileSync(join(root, path), "utf8"),
      write: (path, text) => writeFileSync(join(root, path), text),
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
