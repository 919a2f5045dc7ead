import { railNics } from "../pools/existing/machine";
import type { ExistingPool } from "../pools/existing/resolve";
import { layerLabel } from "./layer-label";

/** Pools whose cards are at the same leaves, or share one: their nodes are equally near to each other. */
export interface WrittenUnit {
  /** Name of its first leaf: value of the label of the nearest layer. */
  readonly name: string;
  readonly leaves: readonly string[];
  readonly pools: readonly ExistingPool[];
}

type Wired = Pick<ExistingPool, "machine">;

/** Leaves that config names of a pool's compute cards; empty: none. */
export const leavesOf = ({ machine }: Wired): string[] => [
  ...new Set(railNics(machine).flatMap(({ leaf }) => leaf ?? [])),
];

/**
 * Units of a fabric that config tells, where nobody has read it: leaves that one pool is at are one unit, as for a fabric that
 * was read, and so are pools that share a leaf.
 */
export function writtenUnits(pools: readonly ExistingPool[]): WrittenUnit[] {
  const units: { leaves: Set<string>; pools: ExistingPool[] }[] = [];
  for (const pool of pools) {
    const leaves = leavesOf(pool);
    if (leaves.length === 0) continue;
    const joined = units.filter((unit) => leaves.some((leaf) => unit.leaves.has(leaf)));
    for (const unit of joined) units.splice(units.indexOf(unit), 1);
    units.push({
      leaves: new Set([...joined.flatMap((unit) => [...unit.leaves]), ...leaves]),
      pools: [...joined.flatMap((unit) => unit.pools), pool],
    });
  }
  return units.map((unit) => {
    const leaves = [...unit.leaves].toSorted();
    return { name: leaves[0]!, leaves, pools: unit.pools };
  });
}

/** The label of a unit, by which Slurm and Kueue know it. */
export const unitLabel = ({ name }: WrittenUnit): Readonly<Record<string, string>> => ({ [layerLabel(1)]: name });
