import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Makes a temporary folder with files by path, hands it to `use`, and removes it. Paths below bin/ are programs. */
export function withTree<T>(files: Readonly<Record<string, string>>, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), "railyard-tree-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, path.startsWith("bin/") ? { mode: 0o755 } : {});
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
