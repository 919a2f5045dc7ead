import { ExpectedError } from "../../lib/errors/expected-error";
import { runGit } from "../../lib/git/run-git";

/**
 * The commit in which an environment began to follow its original. What the original has changed since then is told by its
 * values: a commit that changed another key of the file, its comments or its name is no look at the original.
 * @param path from the root of the repository
 */
export function followingSince(root: string, path: string): string {
  const versions = versionsOf(root, path);
  const now = versions[0]?.follows;
  if (now == null)
    throw new ExpectedError(
      `${path} follows another environment in no commit yet: name one to compare with by --since, such as --since HEAD`,
    );
  const end = versions.findIndex(({ follows }) => follows !== now);
  const first = versions.at(end === -1 ? -1 : end - 1)!;
  if (end === -1 && isCutOff(root, first.commit))
    throw new ExpectedError(
      `${path} began to follow ${now} before what this shallow clone has: fetch all of it (git fetch --unshallow), or name a commit by --since`,
    );
  return first.commit;
}

/** A file as of one of the commits that changed it. */
interface Version {
  readonly commit: string;
  /** Module of what it follows, `./dev`; null: it follows nothing, or was not there. */
  readonly follows: string | null;
}

/** The newest first, back to where the file was made; under the names that it had before, too. */
function versionsOf(root: string, path: string): Version[] {
  const list = git(root, ["log", "--follow", "--format=%x00%H", "--name-status", "--", path], path);
  const places = list.split("\0").flatMap((entry) => {
    const [commit, change = ""] = entry.split("\n").filter(Boolean);
    const [how = "", ...names] = change.split("\t");
    const name = names.at(-1);
    return commit === undefined || name === undefined ? [] : [{ commit, name, how }];
  });
  // what git takes for a copy of another file is a new one
  const made = places.findIndex(({ how }) => /^[AC]/.test(how));
  const own = made === -1 ? places : places.slice(0, made + 1);
  const objects = own.map(({ commit, name }) => `${commit}:${name}`);
  const texts = textsAt(root, objects, path);
  return own.map(({ commit }, index) => ({ commit, follows: followed(texts[index] ?? null) }));
}

/** Contents of objects by one process; null: there is none. */
function textsAt(root: string, objects: readonly string[], path: string): (string | null)[] {
  let rest = git(root, ["cat-file", "--batch"], path, objects.map((one) => `${one}\n`).join(""));
  return objects.map(() => {
    const head = rest.slice(0, rest.indexOf("\n"));
    rest = rest.slice(head.length + 1);
    const size = / blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) return null;
    const text = rest.slice(0, Number(size));
    rest = rest.slice(Number(size) + 1);
    return Buffer.from(text, "latin1").toString("utf8");
  });
}

/** Module that a file's `extends` comes from; as it is written where it is no import. */
function followed(text: string | null): string | null {
  if (text === null) return null;
  // the compiler takes a quarter of a second, and only this command needs it
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const ts = require("typescript") as typeof import("typescript");
  const source = ts.createSourceFile("environment.ts", text, ts.ScriptTarget.ESNext, true);
  const imports = new Map<string, string>();
  let written: string | null = null;
  const visit = (node: import("typescript").Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.name)
      imports.set(node.importClause.name.text, node.moduleSpecifier.getText(source).slice(1, -1));
    if (ts.isPropertyAssignment(node) && node.name.getText(source).replace(/["']/g, "") === "extends")
      written ??= node.initializer.getText(source);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return written === null ? null : (imports.get(written) ?? written);
}

/** Whether history ends at a commit because a shallow clone has no more of it. */
function isCutOff(root: string, commit: string): boolean {
  const parents = git(root, ["log", "-1", "--format=%P", commit], commit).trim();
  return parents === "" && git(root, ["rev-parse", "--is-shallow-repository"], commit).trim() === "true";
}

/** Bytes as characters: sizes that git tells are in bytes. */
function git(root: string, args: readonly string[], what: string, input = ""): string {
  const { ok, stdout, problem } = runGit(root, args, { encoding: "latin1", input });
  if (ok) return stdout;
  throw new ExpectedError(`git cannot tell since when ${what} follows its original: ${problem}`);
}

/** `1a2b3c4d5e6f  2026-11-20  Subject`; the commit itself where git does not tell. */
export const commitText = (root: string, commit: string): string =>
  runGit(root, ["log", "-1", "--format=%h  %cs  %s", commit]).stdout.trim() || commit;
