import { isSecretUnder, mayNameSecret, namesPassword, namesSecret } from "../../../config/kernel/secret-names";
import { namesDigest } from "../../../config/kernel/secret-random";
import { MASK, maskText } from "../../../config/kernel/secret-text";
import { parseDocument } from "../../lib/files/documents";

/**
 * A plain value as a reviewer may see it: the same form, with `(secret)` in place of what is sensitive or looks like a
 * secret.
 * @param sensitive what the plan says: true, or the same form with true where a value is sensitive
 */
export function maskValue(value: unknown, sensitive?: unknown): unknown {
  return masked(value, sensitive, "");
}

/** @param name of the value, or of the list that it is in */
function masked(value: unknown, sensitive: unknown, name: string): unknown {
  if (value === null || value === undefined) return value;
  if (sensitive === true) return MASK;
  if (typeof value === "string") return maskString(value, name);
  if (typeof value === "number") return namesPassword(name) ? MASK : value;
  if (Array.isArray(value)) return maskList(value, sensitive, name);
  return typeof value === "object" ? maskObject(value as Values, sensitive) : value;
}

type Values = Readonly<Record<string, unknown>>;

function maskString(text: string, name: string): string {
  if (isSecretUnder(name, text)) return MASK;
  if (namesSecret(name)) return text;
  // a digest is as random as a key
  if (namesDigest(name) && /^[\w+/=:-]{16,128}$/.test(text)) return text;
  const document = mayBeDocument(text) ? parseDocument(text) : null;
  if (document === null) return maskText(text);
  // only a document tells what belongs together over several lines
  const shown = masked(document.value, undefined, name);
  return JSON.stringify(shown) === JSON.stringify(document.value) ? maskText(text) : document.write(shown);
}

/** JSON or YAML with a word in it that names secrets. */
function mayBeDocument(text: string): boolean {
  return (
    text.length > 8 &&
    /^\s*[[{]|\n/.test(text) &&
    /pass|pw|secret|token|key|credential|creds|auth|psk|\bpat\b|dsn|cookie|webhook|conn/i.test(text)
  );
}

function maskList(list: readonly unknown[], sensitive: unknown, name: string): unknown[] {
  return list.map((item, index) => {
    const mark = Array.isArray(sensitive) ? (sensitive[index] as unknown) : undefined;
    const last = list[index - 1];
    // `["--password", "hunter2"]`
    const flagged = typeof last === "string" && /^--?[\w-]+$/.test(last) && namesSecret(last);
    return masked(item, mark, flagged && typeof item === "string" ? last : name);
  });
}

function maskObject(object: Values, sensitive: unknown): Values {
  const marks = typeof sensitive === "object" && sensitive !== null ? (sensitive as Values) : {};
  const isSecret = object["kind"] === "Secret";
  const named = nameIn(object);
  const entries = Object.entries(object).map(([key, inner]): [string, unknown] => {
    if (isSecret && (key === "data" || key === "stringData")) return [key, masked(inner, allOf(inner), key)];
    const name = named !== undefined && /^value$/i.test(key) ? named : key;
    return [maskText(key), masked(inner, marks[key], name)];
  });
  return Object.fromEntries(entries);
}

/** An environment variable, or a value of a chart: `{ name: "DB_PASSWORD", value: "…" }`. */
function nameIn(object: Values): string | undefined {
  const name = object["name"] ?? object["Name"] ?? object["key"] ?? object["Key"];
  return typeof name === "string" && (namesSecret(name) || mayNameSecret(name)) ? name : undefined;
}

/** Every value of a Secret; its keys are told. */
function allOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return true;
  return Object.fromEntries(Object.keys(value).map((key) => [key, true]));
}
