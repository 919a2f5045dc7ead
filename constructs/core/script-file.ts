import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quotedWord, shellWord } from "./shell-word";

/**
 * Scripts are parts of the program, as its modules are: they lie in `constructs/<area>/files`, and this is the one place that
 * reads them. The folder is found from that of this module: whatever compiles the program leaves each module its own.
 */
const CONSTRUCTS = join(__dirname, "..");

/** What stands in a script for a value; `quoted` for one that is in quotes though it needs none. */
export type ScriptValue = string | number | { readonly quoted: string };

/** What a script is given. */
export interface ScriptParts {
  /** By the names that the head of the file has. */
  readonly values?: Readonly<Record<string, ScriptValue>>;
  /** Text of the script's language for each line `# insert: <name>`, or `-- insert: <name>` of Lua; an empty one leaves an empty line, and null none. */
  readonly insert?: Readonly<Record<string, string | null>>;
}

const HEAD = /^# values:\n((?:.*\n)*?)# end of values\n/m;
const DECLARED = /^__(\w+)=/gm;
/** For shellcheck alone. */
const DIRECTIVE = /^ *# shellcheck .*\n/gm;
const INSERT = /^ *(?:#|--) insert: (\w+)$/;
/** `$__name` as a word of its own, `${__name}` within other text. */
const PLACE = /\$__(\w+)|\$\{__(\w+)\}/g;

const texts = new Map<string, string>();

function textOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(CONSTRUCTS, file), "utf8");
  texts.set(file, text);
  return text;
}

/**
 * A script from its file, which runs as it stands: its head, between `# values:` and `# end of values`, gives each variable
 * a value to try it with. Here the head goes and the values of the environment take the places of its variables: as one
 * quoted word for `$__name`; for `${__name}`, which may be within quotes, only text that no shell reads as more than itself.
 * @param file below `constructs`: `slurm/files/prolog.sh`
 * @throws Error for a value or an insertion that the file does not have, or that it has and is not given
 */
export function scriptFile(file: string, { values = {}, insert = {} }: ScriptParts = {}): string {
  const text = textOf(file);
  const declared = [...(HEAD.exec(text)?.[1] ?? "").matchAll(DECLARED)].map(([, name]) => name!);
  const lines = text.replace(HEAD, "").replace(DIRECTIVE, "").split("\n");
  const insertions = lines.flatMap((line) => INSERT.exec(line)?.[1] ?? []);
  assertSame(file, "value", declared, Object.keys(values));
  assertSame(file, "insertion", insertions, Object.keys(insert));
  return lines
    .flatMap((line) => {
      const inserted = INSERT.exec(line)?.[1];
      if (inserted !== undefined) return insert[inserted] ?? [];
      return line.replace(PLACE, (_, word?: string, part?: string) =>
        word === undefined ? plain(file, part!, values[part!]) : wordOf(file, word, values[word]),
      );
    })
    .join("\n");
}

function wordOf(file: string, name: string, value: ScriptValue | undefined): string {
  if (value === undefined) throw new Error(`${file} has no value __${name} in its head`);
  return typeof value === "object" ? quotedWord(value.quoted) : shellWord(value);
}

function plain(file: string, name: string, value: ScriptValue | undefined): string {
  if (value === undefined) throw new Error(`${file} has no value __${name} in its head`);
  const text = typeof value === "object" ? value.quoted : String(value);
  if (/^[\w@%+=:,./| -]*$/.test(text)) return text;
  throw new Error(
    `${file}: ${JSON.stringify(text)} for __${name} has a character that a shell may read; use letters, digits, blanks and _@%+=:,./|-`,
  );
}

function assertSame(file: string, what: string, has: readonly string[], given: readonly string[]): void {
  const missing = has.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !has.includes(name));
  if (missing.length > 0) throw new Error(`${file} is not given its ${what} ${missing.join(", ")}`);
  if (unknown.length > 0) throw new Error(`${file} has no ${what} ${unknown.join(", ")}`);
}
