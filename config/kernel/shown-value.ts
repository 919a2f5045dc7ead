import { maskText } from "./secret-text";

const TYPES: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  record: "an object with names as keys",
};

/** A type of value, with its article. */
export const typeText = (type: string) => TYPES[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** A value as its author wrote it, in 80 characters, without what may be a secret. */
export function show(value: unknown): string {
  const text = typeof value === "function" ? "a function" : maskText(asWritten(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** As TypeScript has it: JSON knows neither NaN nor 2n, and would show others in their place. */
function asWritten(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number" || typeof value === "symbol") return String(value);
  const shown = (_: string, one: unknown) =>
    typeof one === "bigint" ? `${one}n` : typeof one === "number" && !Number.isFinite(one) ? String(one) : one;
  return JSON.stringify(value, shown) ?? String(value);
}
