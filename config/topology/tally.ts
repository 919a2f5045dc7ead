/** How often each value is there, in the order in which they come first. */
export function tally<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The value that is there most often; of several the one that `compare` has first. Undefined where there is none. */
export const mostOften = <Value>(values: Iterable<Value>, compare: (a: Value, b: Value) => number): Value | undefined =>
  [...tally(values)].toSorted((a, b) => b[1] - a[1] || compare(a[0], b[0]))[0]?.[0];

/** Adds a value to the list of a key, which need not be there. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Adds a value to the set of a key, which need not be there. */
export function addToSet<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
