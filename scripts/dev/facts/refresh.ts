import { isDeepStrictEqual } from "node:util";
import { applyEdits, modify, parse, type JSONPath } from "jsonc-parser";
import type { Answer, Json, PublishedValue } from "./fact-table";

/** A value that is not as the file has it. */
export interface Change {
  /** `instances/p5.48xlarge/vcpus`: names have dots in them. */
  readonly place: string;
  /** undefined: the file has none. */
  readonly before: Json | undefined;
  readonly after: Json;
}

export interface Refreshed {
  readonly text: string;
  readonly changes: readonly Change[];
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** The text of a file with what its source says; the same text, to the byte, where that is what it has. */
export function refresh(text: string, { published, stamps }: Answer): Refreshed {
  const file = parse(text) as Json;
  const changed = published.filter(({ path, value }) => !isDeepStrictEqual(at(file, path), value));
  if (changed.length === 0) return { text, changes: [] };
  const written = [...changed, ...stamps(changed)].reduce(put, text);
  return { text: written, changes: changed.map((one) => changeOf(file, one)) };
}

/** Puts a value in its place, and leaves every other line as it is: one more in a list stays on the list's line. */
function put(text: string, { path, value }: PublishedValue): string {
  if (typeof path.at(-1) !== "number") return applyEdits(text, modify(text, path, value, FORMAT));
  const edits = modify(text, path, value, {});
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: edit.content.replace(/^,/, ", ") })),
  );
}

const changeOf = (file: Json, { path, value, name }: PublishedValue): Change => ({
  place: name ?? path.join("/"),
  before: at(file, path),
  after: value,
});

/** What a file has at a place; undefined: nothing. */
function at(file: Json, path: JSONPath): Json | undefined {
  let value: Json | undefined = file;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, Json>>)[step];
  }
  return value;
}
