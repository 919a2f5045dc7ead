import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ROOT } from "./helpers/process";

/** A table of the document: a folder, and those that it may import. */
function allowedImports(): Map<string, readonly string[]> {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const table = /\| folder +\| may import +\|\n\| -+ \| -+ \|\n((?:\|.*\|\n)+)/.exec(text)?.[1] ?? "";
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map(names));
  return new Map(rows.map(([, folder, imports]) => [folder![0]!, imports!]));
}

const names = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** What a row of the table calls the place of a file. */
function folderOf(file: string): string {
  const [top, second, third, ...more] = file.split("/");
  if (top !== "scripts") return top!;
  if (second === "lib") return `scripts/lib/${third}`;
  if (third === undefined || (second === "commands" && more.length === 0)) return file;
  return second === "commands" || second === "dev" ? `scripts/${second}/<verb>` : `scripts/${second}`;
}

/** The private room of a command. */
const roomOf = (file: string): string | null => /^scripts\/(?:commands|dev)\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every import of a file of the repository by another one, types and lazy ones too. */
function imports(): Import[] {
  const files = ["main.ts", ...["config", "constructs", "stacks", "scripts"].flatMap(sources)];
  return files.flatMap((from) => {
    const text = readFileSync(join(ROOT, from), "utf8");
    const paths = [...text.matchAll(/(?:^(?:import|export) |from |import\(|require\()"(\.[^"]+)"/gm)];
    return paths.flatMap(([, path]) => {
      const to = fileOf(posix.join(dirname(from), path!));
      return to === null ? [] : [{ from, to }];
    });
  });
}

/** Files that a file loads with itself: neither for their types alone, nor when it asks for them later. */
function loaded(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )([^;]*?) ?from "(\.[^"]+)"/gm)].flatMap(([, names, path]) => {
    const types =
      /^\{[^}]*\}$/.test(names!) &&
      names!
        .slice(1, -1)
        .split(",")
        .every((name) => /^\s*(?:type .*)?$/.test(name));
    return types ? [] : (fileOf(posix.join(dirname(file), path!)) ?? []);
  });
}

/** Null: no module of the program, such as package.json, or an import in a text that is written. */
const fileOf = (path: string): string | null =>
  [`${path}.ts`, `${path}/index.ts`].find((one) => existsSync(join(ROOT, one))) ?? null;

const IMPORTS = imports();
const ALLOWED = allowedImports();
const isAllowed = (folder: string, other: string): boolean =>
  (ALLOWED.get(folder) ?? []).some((one) => one === other || other.startsWith(`${one}/`));

test("every folder has a row, and every row is a folder", () => {
  const folders = new Set(["main.ts", ...["config", "constructs", "stacks", "scripts"].flatMap(sources)].map(folderOf));
  expect([...ALLOWED.keys()].toSorted()).toEqual([...folders].toSorted());
});

test("folders import what the drawing allows, and nothing else", () => {
  const others = IMPORTS.map(({ from, to }) => ({ from, to, folder: folderOf(from), other: folderOf(to) }));
  const wrong = others.filter(({ folder, other }) => folder !== other && !isAllowed(folder, other));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("no room of a command imports another one", () => {
  const wrong = IMPORTS.filter(({ from, to }) => roomOf(from) && roomOf(to) && roomOf(from) !== roomOf(to));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("the drawing has no cycle", () => {
  const folders = [...ALLOWED.keys()];
  const isAbove = (folder: string, seen: readonly string[]): string[] => {
    if (seen.includes(folder)) return [[...seen, folder].join(" → ")];
    return folders
      .filter((other) => other !== folder && isAllowed(folder, other))
      .flatMap((other) => isAbove(other, [...seen, folder]));
  };
  expect(folders.flatMap((folder) => isAbove(folder, []))).toEqual([]);
});

test("no file waits for one that waits for it: the order in which files are loaded does not matter", () => {
  const seen = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (seen.get(file) === "open") circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (seen.has(file)) return;
    seen.set(file, "open");
    for (const other of loaded(file)) visit(other, [...path, file]);
    seen.set(file, "done");
  };
  for (const file of new Set(IMPORTS.map(({ from }) => from))) visit(file, []);
  expect(circles).toEqual([]);
});
