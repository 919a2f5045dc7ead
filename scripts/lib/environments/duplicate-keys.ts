import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Issue } from "../../../config/kernel/issues";
import { dependencies } from "../../../package.json";
import { textIfThere } from "../files/read-json";

/** What a file is compiled from: other files of the folder that it imports. */
const IMPORT = /from\s+["']\.\/([\w.-]+)["']/g;

/**
 * Keys that environment files write twice in one object: the last one wins in silence, and which was meant nobody knows.
 * Loaded, a file does not show them any more.
 * @param names environments whose files are read, with those of the files that they import
 */
export function duplicateKeys(folder: string, names: readonly string[]): ReadonlyMap<string, readonly Issue[]> {
  const found = new Map<string, readonly Issue[]>();
  for (const name of names) {
    const issues = [...reachable(folder, name)].flatMap((file) => duplicatesIn(folder, file));
    if (issues.length) found.set(name, issues);
  }
  return found;
}

/** Files of the folder that a file leads to, itself first. */
function reachable(folder: string, name: string, seen = new Set<string>()): Set<string> {
  const text = textIfThere(join(folder, `${name}.ts`));
  if (text === null || seen.has(name)) return seen;
  seen.add(name);
  for (const [, next = ""] of text.matchAll(IMPORT)) reachable(folder, next.replace(/\.ts$/, ""), seen);
  return seen;
}

function duplicatesIn(folder: string, name: string): Issue[] {
  const file = join(folder, `${name}.ts`);
  return warningsOf(textIfThere(file) ?? "").map(({ text, location }) => {
    const key = /"(.+)"/.exec(text)?.[1] ?? "";
    const place = { file, ...(location && { line: location.line, column: location.column + 1 }) };
    return {
      path: [],
      message: `the key ${JSON.stringify(key)} is written twice in one object, and the last one would win`,
      hint: "keep one of them",
      place,
    };
  });
}

/** Texts that were looked at before and have no such key, an empty file each: esbuild takes longer to start than to look. */
const CLEAN = join(__dirname, "../../../.cache/clean-files");

function warningsOf(text: string) {
  const clean = join(CLEAN, createHash("sha256").update(`${dependencies.esbuild}\n${text}`).digest("hex").slice(0, 32));
  if (existsSync(clean)) return [];
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded only when a file is new
    const { transformSync } = require("esbuild") as typeof import("esbuild");
    const { warnings } = transformSync(text, { loader: "ts", logLevel: "silent" });
    const found = warnings.filter(({ id }) => id === "duplicate-object-key");
    if (found.length === 0) keep(clean);
    return found;
  } catch {
    // what is no TypeScript is told when the file is loaded
    return [];
  }
}

function keep(file: string): void {
  try {
    mkdirSync(CLEAN, { recursive: true });
    writeFileSync(file, "");
  } catch {
    // looked at again next time
  }
}
