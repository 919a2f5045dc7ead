import type { RememberedFault, RepairMemory } from "./repair-words";

/** From so many faults on a node is told of before it is a lemon. */
const TELLING = 2;

/** A node whose faults come back. */
export interface ReturningNode {
  readonly node: string;
  /** Those that count, the oldest first. */
  readonly faults: readonly Omit<RememberedFault, "node">[];
  /** GPUs that had more than one of them. */
  readonly gpus: readonly string[];
  /** How many more there may be before it is not given back; 0: it is not. */
  readonly left: number;
}

/** Nodes with two faults and more in the days of `lemon`, those with the most first. @param limit faults from which on one is not given back */
export function returningNodes({ faults }: RepairMemory, limit: number): readonly ReturningNode[] {
  const byNode = new Map<string, Omit<RememberedFault, "node">[]>();
  for (const { node, ...fault } of faults) byNode.set(node, [...(byNode.get(node) ?? []), fault]);
  return [...byNode]
    .filter(([, own]) => own.length >= TELLING)
    .map(([node, own]) => ({ node, faults: own, gpus: repeated(own), left: Math.max(0, limit - own.length) }))
    .toSorted((one, other) => other.faults.length - one.faults.length || one.node.localeCompare(other.node));
}

function repeated(faults: readonly Pick<RememberedFault, "gpu">[]): string[] {
  const named = faults.flatMap(({ gpu }) => gpu ?? []);
  return [...new Set(named.filter((gpu, index) => named.indexOf(gpu) !== index))];
}
