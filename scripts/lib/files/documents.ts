import { parseAllDocuments, stringify } from "yaml";
import { jsonIn } from "./read-json";

/** Text that has a form: the value in it, and how such a value is written. */
export interface Document {
  readonly value: unknown;
  readonly write: (value: unknown) => string;
}

/** Longer texts are compared line by line: parsing YAML takes a second a megabyte. */
const LONGEST_YAML = 512 * 1024;

const json = (value: unknown): Document => ({ value, write: (other) => JSON.stringify(other, null, 2) });

/** JSON or YAML with an object or a list in it; null for any other text. Several documents of YAML are a list. */
export function parseDocument(text: string): Document | null {
  return parseJson(text) ?? parseYaml(text);
}

/** A document of JSON; null for a text that is none. */
export function parseJson(text: string): Document | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = jsonIn(text);
  return value === undefined ? null : json(value);
}

/** YAML reads nearly every text as something: only maps and lists of maps are meant to be YAML. */
export function parseYaml(text: string): Document | null {
  if (text.length > LONGEST_YAML || !/^\s*(?:[\w"'./-]+[ \t]*:(?:\s|$)|- |---|#(?!!))/.test(text)) return null;
  try {
    const documents = parseAllDocuments(text, { logLevel: "silent" });
    if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return null;
    const values = documents.map((document) => document.toJS({ maxAliasCount: 100 }) as unknown).filter(isThere);
    if (values.length === 0 || !values.every(isStructured)) return null;
    return values.length === 1
      ? { value: values[0], write: (other) => stringify(other) }
      : { value: values, write: (other) => (other as unknown[]).map((one) => stringify(one)).join("---\n") };
  } catch {
    // an alias bomb, or keys that are no texts
    return null;
  }
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

function isStructured(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (!Array.isArray(value) || value.some((item) => typeof item === "object"))
  );
}
