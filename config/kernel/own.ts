/**
 * What a record has under a name that people chose. `constructor` and `toString` are names like others, and every object of
 * JavaScript answers for them.
 */
export function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
