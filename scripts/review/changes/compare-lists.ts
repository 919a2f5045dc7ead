import type { Side } from "./values";

/** Element of a list. */
export interface Item extends Side {
  readonly index: number;
  readonly unknown?: unknown;
}

/** What a set loses and gets; equal elements are counted, wherever they stand. */
export function compareSets(
  before: readonly Item[],
  after: readonly Item[],
): { readonly gone: readonly Item[]; readonly come: readonly Item[] } {
  const left = new Map<string, Item[]>();
  for (const item of before) {
    const key = canonical(item.raw);
    left.set(key, [...(left.get(key) ?? []), item]);
  }
  const come = after.filter((item) => isUnknown(item.unknown) || left.get(canonical(item.raw))?.shift() === undefined);
  return { gone: [...left.values()].flat(), come };
}

/** Whether two lists have the same items in any order. */
export function sameButForOrder(before: readonly Item[], after: readonly Item[]): boolean {
  const { gone, come } = compareSets(before, after);
  return gone.length === 0 && come.length === 0;
}

function isUnknown(mask: unknown): boolean {
  return mask === true || (typeof mask === "object" && mask !== null && Object.values(mask).some(isUnknown));
}

/** Text that is the same for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}
