import { capacityPlan } from "../../../constructs/nodes/capacity";

const ARN = "arn:aws:resource-groups:us-east-1:123456789012:group/g";

describe("capacityPlan", () => {
  test.each([
    ["on-demand", "ON_DEMAND"],
    ["spot", "SPOT"],
  ] as const)("buys %s machines anywhere", (kind, capacityType) => {
    expect(capacityPlan({ kind })).toEqual({ capacityType, createPlacementGroup: false, oneZone: false });
  });

  test.each(["on-demand", "spot"] as const)("packs %s machines into a group of their own, in one zone", (kind) => {
    expect(capacityPlan({ kind, placementGroup: "cluster" })).toMatchObject({
      createPlacementGroup: true,
      oneZone: true,
    });
  });

  test("takes a reservation as on-demand, in its zone and only in its own placement group", () => {
    expect(capacityPlan({ kind: "reservation", id: "cr-1" })).toEqual({
      capacityType: "ON_DEMAND",
      reservation: { id: "cr-1" },
      createPlacementGroup: false,
      placementGroupName: undefined,
      oneZone: true,
    });
    expect(capacityPlan({ kind: "reservation", id: "cr-1", placementGroupName: "pg" })).toMatchObject({
      createPlacementGroup: false,
      placementGroupName: "pg",
    });
  });

  test("takes a group of reservations, which may span zones unless they are packed", () => {
    expect(capacityPlan({ kind: "reservation", resourceGroupArn: ARN })).toMatchObject({
      reservation: { resourceGroupArn: ARN },
      oneZone: false,
    });
    expect(capacityPlan({ kind: "reservation", resourceGroupArn: ARN, placementGroupName: "pg" }).oneZone).toBe(true);
  });

  test("takes a Capacity Block without a placement group", () => {
    expect(capacityPlan({ kind: "capacity-block", reservationId: "cr-9" })).toEqual({
      capacityType: "CAPACITY_BLOCK",
      reservation: { id: "cr-9" },
      createPlacementGroup: false,
      oneZone: true,
    });
  });
});
