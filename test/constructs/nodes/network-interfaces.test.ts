import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import { efaCount, networkInterfaces, type NetworkInterface } from "../../../constructs/nodes/network-interfaces";

const GROUPS = ["sg-cluster", "sg-efa"];
const nic = (card: number, device: number, type: NetworkInterface["type"]): NetworkInterface => ({
  card,
  device,
  type,
});

/** Every layout that the facts know: [instance type, layout name, interfaces, greatest number of EFA devices]. */
const LAYOUTS = Object.entries(INSTANCE_TYPES).flatMap(([type, facts]) =>
  Object.entries(facts.efa.layouts).map(
    ([name, layout]) => [type, name, layout.interfaces.map((tuple) => nic(...tuple)), facts.efa.max] as const,
  ),
);

describe("networkInterfaces", () => {
  test("knows layouts to be tested with", () => {
    expect(LAYOUTS.length).toBeGreaterThan(50);
  });

  test.each(LAYOUTS)("carries every EFA device of %s, layout %s, one on a card", (_type, _name, layout, max) => {
    const blocks = networkInterfaces(layout, GROUPS);
    const efa = blocks.filter((block) => block.interfaceType !== "interface");
    if (max !== null) expect(efa).toHaveLength(max);
    expect(efa.length).toBe(efaCount(layout));
    expect(new Set(efa.map((block) => block.networkCardIndex)).size).toBe(efa.length);
    expect(blocks).toHaveLength(layout.length);
  });

  test("gives p6-b300 sixteen EFA devices and none on card 0", () => {
    const layout = INSTANCE_TYPES["p6-b300.48xlarge"].efa.layouts.saveIp!.interfaces.map((tuple) => nic(...tuple));
    const efaCards = networkInterfaces(layout, GROUPS)
      .filter((block) => block.interfaceType === "efa-only")
      .map((block) => block.networkCardIndex);
    expect(efaCards).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
  });

  test("writes what the schema wants, strings included, and no more", () => {
    expect(networkInterfaces([nic(0, 0, "interface"), nic(0, 1, "efa-only")], GROUPS)).toEqual([
      {
        networkCardIndex: 0,
        deviceIndex: 0,
        interfaceType: "interface",
        securityGroups: GROUPS,
        deleteOnTermination: "true",
        associatePublicIpAddress: "false",
      },
      {
        networkCardIndex: 0,
        deviceIndex: 1,
        interfaceType: "efa-only",
        securityGroups: GROUPS,
        deleteOnTermination: "true",
      },
    ]);
  });

  test("says nothing of addresses on an interface that is not the primary", () => {
    const [, second] = networkInterfaces([nic(0, 0, "efa"), nic(1, 1, "interface")], GROUPS);
    expect(second).not.toHaveProperty("associatePublicIpAddress");
  });

  test("accepts an EFA device as the primary and keeps the order", () => {
    const blocks = networkInterfaces([nic(1, 1, "efa-only"), nic(0, 0, "efa")], GROUPS);
    expect(blocks.map((block) => block.interfaceType)).toEqual(["efa-only", "efa"]);
  });

  test.each<[string, NetworkInterface[], string]>([
    ["there is no interface at all", [], "none has card 0, device 0"],
    ["the primary is missing", [nic(0, 1, "efa-only"), nic(1, 0, "interface")], "none has card 0, device 0"],
    ["the primary is efa-only", [nic(0, 0, "efa-only")], "efa-only, which has no address"],
    ["two have one place", [nic(0, 0, "interface"), nic(1, 0, "efa-only"), nic(1, 0, "interface")], "card 1, device 0"],
    ["a card has two EFA devices", [nic(0, 0, "efa"), nic(0, 1, "efa-only")], "card 0 has two EFA devices"],
  ])("fails when %s", (_what, layout, message) => {
    expect(() => networkInterfaces(layout, GROUPS)).toThrow(message);
  });

  test("fails without a security group", () => {
    expect(() => networkInterfaces([nic(0, 0, "interface")], [])).toThrow("need a security group");
  });
});

describe("efaCount", () => {
  test("counts efa and efa-only, not plain interfaces", () => {
    expect(efaCount([nic(0, 0, "efa"), nic(1, 0, "efa-only"), nic(1, 1, "interface")])).toBe(2);
  });
});
