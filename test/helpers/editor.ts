import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./process";

/** What an editor says about a file. */
export interface Editor {
  /** Text that is shown when the pointer rests on the key of a line that begins with `key:`, or on the first of them. */
  hover(key: string): string;
  /** Keys offered where the text has `/*here*\/`. */
  offered(): string[];
  /** Errors as `line: first words`. */
  errors(): string[];
}

const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (file) => readFileSync(file, "utf8"));
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
const documents = ts.createDocumentRegistry();

/** Opens texts by path below the root in TypeScript's language service, the last of them in front. */
export function openInEditor(files: Readonly<Record<string, string>>): Editor {
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(ROOT, path), text]));
  const front = [...texts.keys()].at(-1) ?? "";
  const text = texts.get(front) ?? "";
  const read = (file: string) => texts.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => ({ ...options, incremental: false, tsBuildInfoFile: undefined }),
      getScriptFileNames: () => [...texts.keys()],
      getScriptVersion: (file) => texts.get(file) ?? "on disk",
      getScriptSnapshot: (file) => {
        const found = read(file);
        return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
      },
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
      readFile: read,
      directoryExists: ts.sys.directoryExists,
    },
    documents,
  );
  return {
    hover: (key) => {
      const info = service.getQuickInfoAtPosition(front, text.indexOf(`${key}:`));
      return ts.displayPartsToString(info?.documentation);
    },
    offered: () =>
      service.getCompletionsAtPosition(front, text.indexOf("/*here*/"), undefined)?.entries.map(({ name }) => name) ??
      [],
    errors: () =>
      [...service.getSyntacticDiagnostics(front), ...service.getSemanticDiagnostics(front)].map(
        ({ start, messageText }) => {
          const line = text.slice(0, start).split("\n").length;
          return `${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
        },
      ),
  };
}
