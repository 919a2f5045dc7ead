/** Two nodes. */
export type Pair = readonly [string, string];

/** Each node in one pair; where their number is odd, the last one meets the first, in a second round. */
export function pairsOf(nodes: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < nodes.length; at += 2) pairs.push([nodes[at]!, nodes[at + 1]!]);
  if (nodes.length % 2 === 1 && nodes.length > 1) pairs.push([nodes.at(-1)!, nodes[0]!]);
  return pairs;
}

/** Rounds of pairs in which no node is twice. */
export function rounds(pairs: readonly Pair[]): Pair[][] {
  const made: Pair[][] = [];
  for (const pair of pairs) {
    const free = made.find((round) => round.every((other) => !other.includes(pair[0]) && !other.includes(pair[1])));
    if (free) free.push(pair);
    else made.push([pair]);
  }
  return made;
}

/**
 * Tests by which the bad nodes of failed pairs are found: each of their nodes with one of a pair that passed.
 * @returns null where no pair passed: nothing is there to compare with
 */
export function suspectPairs(passed: readonly Pair[], failed: readonly Pair[]): Pair[] | null {
  const failing = new Set(failed.flat());
  const good = [...new Set(passed.flat())].filter((node) => !failing.has(node));
  if (good.length === 0) return failed.length === 0 ? [] : null;
  // a node of an odd number was in two pairs: it is cleared where one of them passed
  const cleared = new Set(passed.flat());
  return [...failing].filter((node) => !cleared.has(node)).map((node, at) => [node, good[at % good.length]!]);
}

/** Halves of a group in which something is wrong, as long as halves can be run on their own: two nodes at the least. */
export function halves(nodes: readonly string[]): [string[], string[]] | null {
  if (nodes.length < 4) return null;
  const middle = Math.ceil(nodes.length / 2);
  return [nodes.slice(0, middle), nodes.slice(middle)];
}
