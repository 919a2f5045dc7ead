import { readFileSync } from "node:fs";
import type { ParseError } from "jsonc-parser";
import { ExpectedError } from "../errors/expected-error";

/** A file, or a text of another place, that is not of the form in which it is read. */
export class DocumentError extends ExpectedError {}

/** How errors speak of a document. */
export interface DocumentProps {
  /** A path, or words such as `The state of dev-nodes`. */
  readonly name: string;
  /** What a person does about it, a sentence. @default - nothing is known */
  readonly fix?: string | undefined;
}

/** Text of a file. @throws DocumentError when it cannot be read */
export function readText(file: string, { name = file, fix }: Partial<DocumentProps> = {}): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new DocumentError(withFix(`${name} cannot be read: ${(error as Error).message}`, fix));
  }
}

/** JSON of a file. @throws DocumentError when it cannot be read, with line and column where it is no JSON */
export function readJson(file: string, { name = file, fix }: Partial<DocumentProps> = {}): unknown {
  return parseJson(readText(file, { name, fix }), { name, fix });
}

/** @throws DocumentError with line and column when the text is no JSON */
export function parseJson(text: string, { name, fix }: DocumentProps): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text, or says a position in it
    const { message } = error as Error;
    const words = message.replace(/, (?:\.\.\.)?"[^]*" is not valid JSON$|(?: in JSON)? at position \d+.*$/, "");
    throw new DocumentError(withFix(`${name} is not JSON: ${placeIn(text, positionOf(text, message))}: ${words}`, fix));
  }
}

/** JSON where there may be any text: undefined for what is none, which JSON cannot say. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON of a file that may be missing or broken: undefined then. */
export function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    return undefined;
  }
}

/** A value as JSON has it: without what is undefined, and with text for dates. */
export const asJson = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);

/** `line 3, column 5`, both from 1. */
export function placeIn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

export const withFix = (text: string, fix: string | undefined): string =>
  fix === undefined ? text : `${text}\n${fix}`;

/** Where a text stops being JSON: what V8 says, else the beginning of the token that cannot be there. */
function positionOf(text: string, problem: string): number {
  const position = /at position (\d+)/.exec(problem)?.[1];
  const offset = position === undefined ? offsetOf(text) : Number(position);
  // what is missing at the end is missing behind what is there
  return Math.min(offset, text.trimEnd().length);
}

function offsetOf(text: string): number {
  // loaded only where a text is broken: every command reads JSON, and its start would wait for this
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parse } = require("jsonc-parser") as typeof import("jsonc-parser");
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? 0;
}

/** Text of a file that may be missing or unreadable: null then. */
export function textIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
