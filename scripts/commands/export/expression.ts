import { escapeTemplate, templateParts, type TemplatePart } from "./template";
import { isPlain } from "../../../config/kernel/plain";

/** A value as Terraform's JSON syntax has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * A value as an expression of HCL. In JSON every string is a template, and names of objects are too.
 * @param indent what the lines after the first begin with
 */
export function expression(value: Json, indent = ""): string {
  if (typeof value === "string") return template(value);
  return compound(value, indent, expression, (name) => quoted(templateParts(name)));
}

/** A value of a place where Terraform reads strings as they are, such as the settings of a backend. */
export function literal(value: Json, indent = ""): string {
  if (typeof value === "string") return literalText(value);
  return compound(value, indent, literal, literalText);
}

/** A line of a body or of an object. */
export const assignment = (name: string, value: string): string => `${name} = ${value}`;

const literalText = (text: string) => quoted(templateParts(escapeTemplate(text)));

function compound(
  value: Exclude<Json, string>,
  indent: string,
  inner: (value: Json, indent: string) => string,
  name: (text: string) => string,
): string {
  if (value === null || typeof value !== "object") return String(value);
  const deeper = `${indent}  `;
  const lines = isPlain(value)
    ? Object.entries(value).map(([key, one]) => assignment(isPlainName(key) ? key : name(key), inner(one, deeper)))
    : // a comma may not follow the end of a heredoc on its line
      (value as readonly Json[])
        .map((one) => inner(one, deeper))
        .map((text) => (endsInHeredoc(text) ? `${text}\n${deeper},` : `${text},`));
  const [open, close] = isPlain(value) ? ["{", "}"] : ["[", "]"];
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${deeper}${line}\n`).join("")}${indent}${close}`;
}

/** `for` would begin another expression. */
const isPlainName = (name: string) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && name !== "for";

function template(source: string): string {
  const parts = templateParts(source);
  const [only, other] = parts;
  if (only?.kind === "sequence" && other === undefined) {
    // `~` trims, and a line break would end the argument
    const bare = /^\$\{\s*([^~\s].*[^~\s]|[^~\s])\s*\}$/.exec(only.source)?.[1];
    if (bare !== undefined) return bare;
  }
  return heredoc(parts) ?? quoted(parts);
}

function quoted(parts: readonly TemplatePart[]): string {
  return `"${parts.map(({ kind, source }) => (kind === "text" ? escapeText(source) : source)).join("")}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  '"': '\\"',
  "\\": "\\\\",
};

function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- those are what must be escaped
  return text.replace(/["\\\u0000-\u001f\u007f]/g, (char) => ESCAPES[char] ?? unicodeEscape(char));
}

const unicodeEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** `EOT` at the beginning of the last line, so that nothing else ends it. */
const END = "EOT";

const endsInHeredoc = (text: string) => text.endsWith(`\n${END}`);

/** Text of several lines reads best as it is. Null where a heredoc could not say exactly the same. */
function heredoc(parts: readonly TemplatePart[]): string | null {
  const source = parts.map((part) => part.source).join("");
  const last = parts.at(-1);
  const isText = parts.some(({ kind, source }) => kind === "text" && source.includes("\n"));
  // eslint-disable-next-line no-control-regex -- such text cannot be seen in a heredoc
  const isPlain = !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(source) && !/^[ \t]*EOT[ \t]*$/m.test(source);
  if (!isText || !isPlain || last?.kind !== "text") return null;
  if (last.source.endsWith("\n")) return `<<${END}\n${source}${END}`;
  // a heredoc always ends in a line break, and this text has none there
  return `chomp(<<${END}\n${source}\n${END}\n)`;
}
