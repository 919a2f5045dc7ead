import { createRequire } from "node:module";
import { join } from "node:path";
import { literal } from "./literal";

export interface ForkTextProps {
  readonly original: string;
  /** What differs from the original. */
  readonly patch: Readonly<Record<string, unknown>>;
}

/** The file of an environment that follows another one. */
export function forkText({ original, patch }: ForkTextProps): string {
  const identifier = identifierOf(original);
  const lines = [
    'import { defineEnvironment } from "../index";',
    `import ${identifier} from "./${original}";`,
    "",
    `/** Follows ${original}: only what differs is written here. */`,
    "export default defineEnvironment({",
    `  extends: ${identifier},`,
    ...keyLines(patch),
    "});",
  ];
  return `${lines.join("\n")}\n`;
}

/** The file of an environment that follows no other. */
export function wholeText(input: Readonly<Record<string, unknown>>): string {
  const lines = [
    'import { defineEnvironment } from "../index";',
    "",
    "export default defineEnvironment({",
    ...keyLines(input),
    "});",
  ];
  return `${lines.join("\n")}\n`;
}

function keyLines(value: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => {
      const head = `  ${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: `;
      return `${head}${literal(item, 2, head.length, 1)},`;
    });
}

/** `us-prod` → `usProd`; a word of the language gets a second one. */
export function identifierOf(name: string): string {
  const camel = name.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());
  return RESERVED.has(camel) ? `${camel}Environment` : camel;
}

/** Lower-case words that cannot name an import in a module. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in interface instanceof let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/**
 * What a file of the folder of environments would export if it held the text: nothing is written.
 * @param file its name: what it imports is found from there
 */
export function exportsOf(text: string, folder: string, file: string): Readonly<Record<string, unknown>> {
  // the compiler takes a quarter of a second, and only these commands need it
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const ts = require("typescript") as typeof import("typescript");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  const module = { exports: {} as Record<string, unknown> };
  const load = new Function("module", "exports", "require", outputText) as (...args: unknown[]) => void;
  load(module, module.exports, createRequire(join(folder, file)));
  return module.exports;
}
