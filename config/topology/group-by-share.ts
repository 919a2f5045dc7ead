import { addTo } from "./tally";

/**
 * Groups of keys whose sets have half or more of their members in common. A member that stands in the wrong set, or is missing
 * in one, changes no group of more than a few.
 * @returns groups in the order of their smallest key, each sorted
 */
export function groupByShare(sets: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const keys = [...sets.keys()].toSorted();
  const keysOf = new Map<string, string[]>();
  for (const key of keys) for (const member of sets.get(key)!) addTo(keysOf, member, key);
  const parent = new Map(keys.map((key) => [key, key]));
  const root = (key: string): string => {
    let at = key;
    while (parent.get(at) !== at) at = parent.get(at)!;
    parent.set(key, at);
    return at;
  };
  for (const [a, others] of common(keysOf))
    for (const [b, shared] of others) {
      const all = sets.get(a)!.size + sets.get(b)!.size - shared;
      if (shared * 2 < all) continue;
      const [left, right] = [root(a), root(b)];
      if (left !== right) parent.set(left < right ? right : left, left < right ? left : right);
    }
  const groups = new Map<string, string[]>();
  for (const key of keys) addTo(groups, root(key), key);
  return [...groups.values()];
}

/** How many members two keys have in common, for each pair that has any. */
function common(keysOf: ReadonlyMap<string, readonly string[]>): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  // servers that are wired alike count together, or a large fabric would take long
  const alike = new Map<string, { readonly keys: readonly string[]; count: number }>();
  for (const keys of keysOf.values()) {
    const same = alike.get(keys.join(" "));
    if (same) same.count += 1;
    else alike.set(keys.join(" "), { keys, count: 1 });
  }
  for (const { keys, count } of alike.values())
    for (const [at, a] of keys.entries())
      for (const b of keys.slice(at + 1)) {
        const row = counts.get(a) ?? new Map<string, number>();
        row.set(b, (row.get(b) ?? 0) + count);
        counts.set(a, row);
      }
  return counts;
}
