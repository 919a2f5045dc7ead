/**
 * Where the machines come from. A choice rules others out, so none can be combined wrongly: a Capacity Block takes no
 * placement group, and a reservation only the group that it was made in.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/cr-cpg.html
 */
export type Capacity =
  | {
      readonly kind: "on-demand" | "spot";
      /** `cluster`: the group makes a placement group that packs its nodes. @default - placed freely */
      readonly placementGroup?: "cluster";
    }
  | {
      readonly kind: "reservation";
      /** A targeted On-Demand Capacity Reservation: nothing launches beyond it. */
      readonly id: string;
      /** The placement group that the reservation was made in. @default - none */
      readonly placementGroupName?: string;
    }
  | {
      readonly kind: "reservation";
      /** A resource group of reservations. When they are full, nodes launch on demand. */
      readonly resourceGroupArn: string;
      /** The placement group that the reservations were made in. @default - none */
      readonly placementGroupName?: string;
    }
  | {
      readonly kind: "capacity-block";
      /** A Capacity Block that was bought already. */
      readonly reservationId: string;
    };

/** A reservation that a launch template targets. */
export type ReservationTarget = { readonly id: string } | { readonly resourceGroupArn: string };

/** What a choice of capacity means for a node group, its launch template and its placement group. */
export interface CapacityPlan {
  readonly capacityType: "ON_DEMAND" | "SPOT" | "CAPACITY_BLOCK";
  readonly reservation?: ReservationTarget;
  readonly createPlacementGroup: boolean;
  /** An existing placement group. */
  readonly placementGroupName?: string;
  /** All nodes stand in one Availability Zone, so the group has one subnet. */
  readonly oneZone: boolean;
}

/** What a launch template and a node group say of the way in which capacity is bought. */
export function capacityPlan(capacity: Capacity): CapacityPlan {
  switch (capacity.kind) {
    case "on-demand":
    case "spot": {
      const packed = capacity.placementGroup === "cluster";
      return {
        capacityType: capacity.kind === "spot" ? "SPOT" : "ON_DEMAND",
        createPlacementGroup: packed,
        oneZone: packed,
      };
    }
    case "reservation": {
      const single = "id" in capacity;
      return {
        capacityType: "ON_DEMAND",
        reservation: single ? { id: capacity.id } : { resourceGroupArn: capacity.resourceGroupArn },
        createPlacementGroup: false,
        placementGroupName: capacity.placementGroupName,
        oneZone: single || capacity.placementGroupName !== undefined,
      };
    }
    case "capacity-block":
      return {
        capacityType: "CAPACITY_BLOCK",
        reservation: { id: capacity.reservationId },
        createPlacementGroup: false,
        oneZone: true,
      };
  }
}
