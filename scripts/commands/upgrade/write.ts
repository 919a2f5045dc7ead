import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { placeFiles } from "../../lib/environments/place-files";
import { runChild } from "../../lib/process/child";
import type { Draft, DraftFile } from "./draft";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** Something that would be wrong with an environment. */
export interface Problem {
  readonly environment: string;
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

/** Packages of this program: the copy of a config has none of its own. */
const PACKAGES = join(__dirname, "../../../node_modules");
/** Lets Node run TypeScript. */
const PROGRAM = join(__dirname, "../../../bin/program");

/**
 * What the rules would say of every environment if a draft were written: in a copy, so that nothing is there that a
 * stopped run could leave.
 */
export async function tryDraft(root: string, { files }: Draft, now: Date, signal: AbortSignal): Promise<Problem[]> {
  const folder = temporaryFolder("upgrade");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    cpSync(join(root, "config"), join(folder, "config"), { recursive: true });
    for (const { folder: place, name, text } of files) writeFileSync(join(folder, place, name), text);
    writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
    symlinkSync(PACKAGES, join(folder, "node_modules"), "dir");
    const { code, stdout, stderr } = await runChild({
      program: process.execPath,
      args: ["--require", PROGRAM, join(__dirname, "try-config.ts"), folder, now.toISOString()],
      folder,
      // Node warns of FORCE_COLOR beside NO_COLOR
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
      signal,
    });
    if (code === 0) return JSON.parse(stdout) as Problem[];
    throw new ExpectedError(
      `The config cannot be loaded with the new versions. Nothing was written.\n${stderr.trim().split("\n").slice(0, 12).join("\n")}`,
    );
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Writes all files of a draft, or none. */
export function placeDraft(root: string, { files }: Draft): void {
  const placed: DraftFile[] = [];
  try {
    // a folder with nothing to write may have what a run that was killed left beside
    for (const folder of new Set(["config/facts", ...files.map((file) => file.folder)])) {
      const of = files.filter((file) => file.folder === folder);
      if (!existsSync(join(root, folder))) throw new ExpectedError(`${folder} is gone. Nothing was written.`);
      placeFiles(join(root, folder), of);
      placed.push(...of);
    }
  } catch (error) {
    for (const file of placed)
      placeFiles(join(root, file.folder), [{ ...file, text: file.before!, before: file.text }]);
    throw error;
  }
}
