import { ExistingNetwork, type ExistingNetworkProps } from "../../../constructs/network/existing-network";
import { subnetIdIn } from "../../../constructs/network/network-handle";
import { synthStack } from "../../helpers/synth";

const props: ExistingNetworkProps = {
  vpcId: "vpc-1",
  vpcCidrs: ["10.0.0.0/16", "100.64.0.0/16"],
  subnets: [
    { role: "gpu", zone: "us-east-1a", tier: "private", subnetId: "subnet-1" },
    { role: "edge", zone: "us-east-1a", tier: "public", subnetId: "subnet-2" },
  ],
  privateRouteTableIds: ["rtb-1", "rtb-2"],
  publicRouteTableIds: ["rtb-3"],
};

describe("ExistingNetwork", () => {
  test("creates nothing and looks nothing up", () => {
    const json = synthStack((stack) => new ExistingNetwork(stack, "network", props));
    expect(json.resource).toBeUndefined();
    expect(json.data).toBeUndefined();
  });

  test("exposes what it was told, in the shape of every network", () => {
    synthStack((stack) => {
      const network = new ExistingNetwork(stack, "network", props);
      expect(network).toMatchObject(props);
      expect(subnetIdIn(network, "gpu", "us-east-1a")).toBe("subnet-1");
    });
  });

  test("knows no public route tables unless told", () => {
    synthStack((stack) => {
      const network = new ExistingNetwork(stack, "network", { ...props, publicRouteTableIds: undefined });
      expect(network.publicRouteTableIds).toEqual([]);
    });
  });

  test("fails when two subnets play one role in one zone", () => {
    const subnets = [...props.subnets, { ...props.subnets[0]!, subnetId: "subnet-9" }];
    expect(() => synthStack((stack) => new ExistingNetwork(stack, "network", { ...props, subnets }))).toThrow(
      /network "vpc-1": two subnets have the role "gpu" in zone "us-east-1a"/,
    );
  });
});
