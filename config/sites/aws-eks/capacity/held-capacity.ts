import type { ResolvedNodeGroup } from "../nodes/node-group";

/** A reservation or Capacity Block with the groups that run in it. It is paid whether nodes run in it or not. */
export interface HeldCapacity {
  /** Id of the reservation or block, or the ARN of a resource group of reservations. */
  readonly target: string;
  /** False for a resource group of reservations, which may hold several types and zones. */
  readonly isId: boolean;
  readonly kind: "reservation" | "capacity-block";
  /** Instances that it has, if any group says so. */
  readonly count: number | null;
  readonly groups: readonly ResolvedNodeGroup[];
  /** Most nodes of all groups. */
  readonly nodes: number;
}

/** What an environment holds, in the order in which groups name it. One reservation may serve several groups. */
export function heldCapacity(nodeGroups: readonly ResolvedNodeGroup[]): HeldCapacity[] {
  const byTarget = new Map<string, ResolvedNodeGroup[]>();
  for (const group of nodeGroups) {
    const target = targetOf(group);
    if (target !== null) byTarget.set(target, [...(byTarget.get(target) ?? []), group]);
  }
  return [...byTarget].map(([target, groups]) => {
    const counts = groups.flatMap(({ machines: { capacity } }) =>
      "count" in capacity && capacity.count ? [capacity.count] : [],
    );
    const isBlock = groups.at(-1)?.machines.capacity.kind === "capacity-block";
    return {
      target,
      isId: target.startsWith("cr-"),
      kind: isBlock ? "capacity-block" : "reservation",
      count: counts[0] ?? null,
      groups,
      nodes: groups.reduce((sum, { count: nodes }) => sum + nodes.max, 0),
    };
  });
}

function targetOf({ machines: { capacity } }: ResolvedNodeGroup): string | null {
  if (capacity.kind === "reservation") return capacity.target;
  return capacity.kind === "capacity-block" ? capacity.id : null;
}
