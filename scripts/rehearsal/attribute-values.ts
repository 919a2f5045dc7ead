import { isAttributes, type Attributes, type Value } from "./value";

/** Text of an argument; null when it is not given, or not text. */
export function textOf(object: Attributes | null, name: string): string | null {
  const value = object?.[name] ?? null;
  return typeof value === "string" ? value : null;
}

/** A number at a name; null where there is none. */
export function numberOf(object: Attributes | null, name: string): number | null {
  const value = object?.[name] ?? null;
  return typeof value === "number" ? value : null;
}

/** Whether a switch is on; Terraform writes some of them as text. */
export function isOn(object: Attributes | null, name: string): boolean {
  const value = object?.[name] ?? null;
  return value === true || value === "true";
}

/** Texts of a list or a set. */
export function textsOf(object: Attributes | null, name: string): string[] {
  return listOf(object, name).filter((value) => typeof value === "string");
}

/** Blocks of an argument, also of one that can be given only once. */
export function blocksOf(object: Attributes | null, name: string): Attributes[] {
  const value = object?.[name] ?? null;
  return isAttributes(value) ? [value] : listOf(object, name).filter(isAttributes);
}

/** The block of an argument that can be given only once. */
export function blockOf(object: Attributes | null, name: string): Attributes | null {
  return blocksOf(object, name)[0] ?? null;
}

/** Names and values of a map of texts. */
export function entriesOf(object: Attributes | null, name: string): [string, string][] {
  const value = object?.[name] ?? null;
  if (!isAttributes(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function listOf(object: Attributes | null, name: string): Value[] {
  const value = object?.[name] ?? null;
  return Array.isArray(value) ? (value as Value[]) : [];
}
