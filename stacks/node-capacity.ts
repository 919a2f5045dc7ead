import type { ResolvedNodeGroup } from "../config/sites/aws-eks/nodes/node-group";
import type { Capacity } from "../constructs/nodes/capacity";

/** Capacity of a resolved group, as the node group construct takes it. */
export function nodeCapacity({ machines: { capacity, placement } }: ResolvedNodeGroup): Capacity {
  switch (capacity.kind) {
    case "on-demand":
    case "spot":
      return { kind: capacity.kind, ...(placement.kind === "own" && { placementGroup: "cluster" }) };
    case "reservation": {
      const named = placement.kind === "named" ? { placementGroupName: placement.name } : {};
      return capacity.target.startsWith("cr-")
        ? { kind: "reservation", id: capacity.target, ...named }
        : { kind: "reservation", resourceGroupArn: capacity.target, ...named };
    }
    case "capacity-block":
      return { kind: "capacity-block", reservationId: capacity.id };
  }
}
