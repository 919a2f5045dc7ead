import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./process";

/** Those of some files that `npm run format` would change, by their names. */
export function unformatted(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "railyard-formatted-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { stdout, stderr, status } = spawnSync(
      join(ROOT, "node_modules/.bin/oxfmt"),
      ["--list-different", "--config", join(ROOT, ".oxfmtrc.json"), folder],
      { encoding: "utf8" },
    );
    if (status !== 0 && stdout === "") throw new Error(stderr);
    return stdout.split("\n").flatMap((path) => (path === "" ? [] : [path.split("/").at(-1)!]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
