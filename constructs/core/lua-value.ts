/** A value of a table of Lua. Null leaves its key out. */
export type LuaValue = string | number | boolean | null | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/**
 * A value as Lua reads it back: every text and every key in quotes, with anything but plain characters by its number, so that no
 * text is more than itself.
 * @see https://www.lua.org/manual/5.4/manual.html#3.1
 */
export function luaValue(value: LuaValue): string {
  if (value === null) return "nil";
  if (typeof value === "string") return luaText(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error(`${value} is no number that Lua reads`);
    return String(value);
  }
  if (typeof value === "boolean") return String(value);
  if (isList(value)) return `{ ${value.map(luaValue).join(", ")} }`;
  const pairs = Object.entries(value).filter(([, one]) => one !== null);
  return pairs.length === 0
    ? "{}"
    : `{ ${pairs.map(([key, one]) => `[${luaText(key)}] = ${luaValue(one)}`).join(", ")} }`;
}

const isList = (value: object): value is readonly LuaValue[] => Array.isArray(value);

/** Bytes, as Lua has no other characters. */
function luaText(text: string): string {
  const bytes = [...Buffer.from(text, "utf8")].map((byte) =>
    /[\w .,:;/+=@%()<>!?*-]/.test(String.fromCharCode(byte)) && byte < 128
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, "0")}`,
  );
  return `"${bytes.join("")}"`;
}
