/** Lists of what has the same values, in the order in which they come first. */
export function grouped<T>(all: readonly T[], valuesOf: (one: T) => readonly string[]): T[][] {
  const lists = new Map<string, T[]>();
  for (const one of all) {
    const key = JSON.stringify(valuesOf(one));
    const list = lists.get(key);
    if (list) list.push(one);
    else lists.set(key, [one]);
  }
  return [...lists.values()];
}
