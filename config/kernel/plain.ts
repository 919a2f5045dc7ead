/** Whether a value is an object with keys: neither a list nor null. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that nobody has checked yet, as an object: one without keys where it is none. */
export const record = (value: unknown): Record<string, unknown> => (isPlain(value) ? value : {});
