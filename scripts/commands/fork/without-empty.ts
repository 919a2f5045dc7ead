type Json = Record<string, unknown>;

/** Only what says something: neither undefined nor an object without keys. */
export function withoutEmpty(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, item]) =>
        item !== undefined && !(typeof item === "object" && item !== null && Object.keys(item).length === 0),
    ),
  );
}
