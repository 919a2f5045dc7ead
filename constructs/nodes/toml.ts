import { isSettingTable, type Setting, type SettingTable } from "./settings";

const BARE_KEY = /^[A-Za-z0-9_-]+$/;

/**
 * TOML text of nested tables, keys sorted. Managed node groups parse and rewrite Bottlerocket user data and do not
 * know all of TOML, so what they reject is refused here: quoted keys in headers, escaped quotes, arrays of mixed types. A list
 * of tables is written as tables of one name, as the documents of Bottlerocket have its mirrors.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html#launch-template-user-data
 */
export function toml(table: SettingTable): string {
  return sections(table, []).join("\n");
}

function sections(table: SettingTable, path: readonly string[]): string[] {
  const keys = Object.keys(table)
    .filter((key) => table[key] !== undefined && table[key] !== null)
    .sort();
  const lines = keys
    .filter((key) => !isSettingTable(table[key]) && !isTables(table[key]))
    .map((key) => `${keyText(key)} = ${valueText(table[key])}\n`);
  const own = lines.length > 0 ? [`${header(path)}${lines.join("")}`] : [];
  return [...own, ...keys.flatMap((key) => below(table[key], [...path, key]))];
}

function below(value: Setting | undefined, path: readonly string[]): string[] {
  if (isSettingTable(value)) return sections(value, path);
  // each row under a header of its own; what is in a row is no table
  return isTables(value) ? value.map((row) => `[${header(path).trim()}]\n${sections(row, []).join("")}`) : [];
}

const isTables = (value: Setting | undefined): value is readonly SettingTable[] =>
  Array.isArray(value) && value.length > 0 && value.every((row: Setting) => isSettingTable(row));

function header(path: readonly string[]): string {
  if (path.length === 0) return "";
  const odd = path.find((key) => !BARE_KEY.test(key));
  if (odd !== undefined)
    throw new Error(
      `user data: the table name ${JSON.stringify(odd)} in [${path.join(".")}] would need quotes, which EKS does not read in headers; use letters, digits, - and _`,
    );
  return `[${path.join(".")}]\n`;
}

function keyText(key: string): string {
  return BARE_KEY.test(key) ? key : quoted(key);
}

function valueText(value: Setting | undefined): string {
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(
    `user data: ${JSON.stringify(value)} is no TOML value; use text, numbers, booleans and lists of them`,
  );
}

function arrayText(values: readonly Setting[]): string {
  if (new Set(values.map((value) => (Array.isArray(value) ? "array" : typeof value))).size > 1)
    throw new Error(`user data: the list ${JSON.stringify(values)} mixes types, which EKS does not read`);
  return `[${values.map(valueText).join(", ")}]`;
}

function quoted(text: string): string {
  if (/["\\\n\r\t]/.test(text))
    throw new Error(
      `user data: ${JSON.stringify(text)} has a quote, backslash, tab or line break, and EKS does not read escapes in TOML`,
    );
  return `"${text}"`;
}
