import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "./process";
import { writeProgram } from "./terraform";

const PATH = process.env["PATH"] ?? "";

/** Puts a program called npm before the real one. @param body bash */
export function fakeNpm(folder: string, body: string): void {
  process.env["PATH"] = [dirname(writeProgram(folder, "npm", body)), PATH].join(delimiter);
}

/** Takes it away again. */
export function realNpm(): void {
  process.env["PATH"] = PATH;
}

/** What npm does to the lock file, as far as anybody here looks. */
export const LOCKS = 'echo moved > package-lock.json; echo "$*" >> "$(dirname "$0")/calls"';

const PACKAGE = { name: "x", dependencies: { cdktf: "0.21.0", constructs: "10.7.2" } };

/** A small project in a git repository, with one commit. */
export function project(folder: string, files: Readonly<Record<string, string>> = {}): string {
  const all = {
    "package.json": `${JSON.stringify(PACKAGE, null, 2)}\n`,
    "package-lock.json": "locked\n",
    ".gitignore": "node_modules/\n",
    "src/main.ts": 'import { App } from "cdktf";\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@x", ...args]);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--no-gpg-sign", "--message", "all");
  return folder;
}

/**
 * Body of an npm that installs the packages of this work tree, changes the copy, and lets its stacks say that a version of
 * the library wrote them.
 */
export function installing(version: string, change = ""): string {
  return `[ "$1" = ci ] || exit 0
ln -s "${ROOT}/node_modules" node_modules
cat >> main.ts <<'END'
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
const stacks = process.env.CDKTF_OUTDIR + "/stacks/";
for (const stack of readdirSync(stacks)) {
  const file = stacks + stack + "/cdk.tf.json";
  writeFileSync(file, readFileSync(file, "utf8").replace('"version": "0.21.0"', '"version": "${version}"'));
}
END
${change}`;
}
