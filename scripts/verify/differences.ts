import { listed } from "../../config/kernel/listed";
import type { PoolResult } from "./engine/run-checks";
import { MACHINE } from "./verdict";

/** Names that are told; of more, how many there are. */
const MOST_NAMES = 4;

/**
 * Sentences on nodes of a pool that have another version than the others: of a driver, of firmware, of a kernel. Jobs that join
 * nodes are as good as the worst of them, and what one of them proves holds for none of the others.
 */
export function differences({ pool, runs }: PoolResult): string[] {
  const versions = new Map<string, Map<string, Set<string>>>();
  for (const { verdict, nodes } of runs)
    for (const [what, value] of Object.entries(verdict?.seen ?? {})) {
      if (what.startsWith(MACHINE)) continue;
      const values = versions.get(what) ?? new Map<string, Set<string>>();
      versions.set(what, values.set(value, new Set([...(values.get(value) ?? []), ...nodes])));
    }
  return [...versions].flatMap(([what, values]) => {
    if (values.size < 2) return [];
    const byCount = [...values].toSorted(([, one], [, other]) => other.size - one.size);
    const parts = byCount.map(([value, nodes]) => `${value} on ${named([...nodes])}`);
    return [`Nodes of ${pool} do not have the same: ${what} is ${listed(parts)}.`];
  });
}

const named = (nodes: readonly string[]): string =>
  nodes.length > MOST_NAMES ? `${nodes.length} nodes` : listed(nodes);
