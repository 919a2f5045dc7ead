/** Values that JSON has no word for are written as an object with this one key. */
const DATE = "$date";
const BYTES = "$bytes";

/** What the SDK takes and gives, as JSON can hold it. Keys that are undefined are left out. */
export function encode(value: unknown): unknown {
  if (value instanceof Date) return { [DATE]: value.toISOString() };
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, encode(one)]));
}

/** The opposite of {@link encode}. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  const [[name, only] = ["", undefined], ...more] = Object.entries(value);
  if (more.length === 0 && typeof only === "string") {
    if (name === DATE) return new Date(only);
    if (name === BYTES) return new Uint8Array(Buffer.from(only, "base64"));
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]));
}
