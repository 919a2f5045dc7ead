import {
  assertOneSubnetPerPlace,
  subnetIdIn,
  subnetIdsByZone,
  subnetIdsOf,
  type NetworkHandle,
} from "../../../constructs/network/network-handle";

const network: NetworkHandle = {
  vpcId: "vpc-1",
  vpcCidrs: ["10.0.0.0/16"],
  subnets: [
    { role: "edge", zone: "us-east-1a", tier: "public", subnetId: "subnet-edge-a" },
    { role: "gpu", zone: "us-east-1a", tier: "private", subnetId: "subnet-gpu-a" },
    { role: "gpu", zone: "us-east-1b", tier: "private", subnetId: "subnet-gpu-b" },
  ],
  privateRouteTableIds: ["rtb-1"],
  publicRouteTableIds: [],
};

describe("subnetIdsOf and subnetIdsByZone", () => {
  test("find the subnets of a role, and no others", () => {
    expect(subnetIdsOf(network, "gpu")).toEqual(["subnet-gpu-a", "subnet-gpu-b"]);
    expect(subnetIdsByZone(network, "gpu")).toEqual({ "us-east-1a": "subnet-gpu-a", "us-east-1b": "subnet-gpu-b" });
    expect(subnetIdsByZone(network, "edge")).toEqual({ "us-east-1a": "subnet-edge-a" });
  });

  test("fails on a role that no subnet has, and names the roles there are once each", () => {
    expect(() => subnetIdsOf(network, "storage")).toThrow(/role "storage"; roles of this network: edge, gpu\./);
    expect(() => subnetIdsByZone({ ...network, subnets: [] }, "gpu")).toThrow(/roles of this network: \(none\)\./);
  });
});

describe("subnetIdIn", () => {
  test("finds the one subnet of a role in a zone", () => {
    expect(subnetIdIn(network, "gpu", "us-east-1b")).toBe("subnet-gpu-b");
    expect(subnetIdIn(network, "edge", "us-east-1a")).toBe("subnet-edge-a");
  });

  test("fails on a zone without such a subnet, and names the zones that have one", () => {
    expect(() => subnetIdIn(network, "gpu", "us-east-1c")).toThrow(
      /role "gpu" in zone "us-east-1c"; this role has subnets in: us-east-1a, us-east-1b\./,
    );
    expect(() => subnetIdIn(network, "edge", "us-east-1b")).toThrow(/subnets in: us-east-1a\./);
  });
});

describe("assertOneSubnetPerPlace", () => {
  test("takes one role in several zones and several roles in one zone", () => {
    expect(() => assertOneSubnetPerPlace("net", network.subnets)).not.toThrow();
  });

  test("fails on two subnets of one role in one zone", () => {
    expect(() => assertOneSubnetPerPlace("net", [...network.subnets, network.subnets[1]!])).toThrow(
      /network "net": two subnets have the role "gpu" in zone "us-east-1a"/,
    );
  });
});
