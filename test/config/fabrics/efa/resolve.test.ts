import { INSTANCE_TYPE_NAMES, INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import { layoutFor, offeredLayouts } from "../../../../config/fabrics/efa/layouts";
import { sample } from "../../../helpers/environment";

const group = (change: Record<string, unknown>) =>
  sample({ lustre: null, nodeGroups: { h100: null, g: change } }).env.nodeGroups.find((g) => g.name === "g")!;

describe("every layout of every type", () => {
  const layouts = INSTANCE_TYPE_NAMES.flatMap((type) =>
    Object.entries(INSTANCE_TYPES[type].efa.layouts).map(([name, layout]) => ({ type, name, layout })),
  );

  test.each(layouts)("$type $name: legal for AWS", ({ type, name, layout }) => {
    const { efa, network } = INSTANCE_TYPES[type];
    const seen = layout.interfaces.map(([card, device]) => `${card}/${device}`);
    const efaCards = layout.interfaces.filter(([, , kind]) => kind !== "interface").map(([card]) => card);
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(efaCards).size).toBe(efaCards.length);
    expect(layout.interfaces[0]?.slice(0, 2)).toEqual([0, 0]);
    expect(layout.interfaces[0]?.[2]).not.toBe("efa-only");
    expect(Math.max(...layout.interfaces.map(([card]) => card))).toBeLessThan(network.cards);
    if (efa.onCard0 === false) expect(efaCards).not.toContain(0);
    if (efa.max !== null) expect(efaCards).toHaveLength(efa.max);
    const addresses = layout.interfaces.filter(([, , kind]) => kind !== "efa-only").length;
    expect([name, addresses]).toEqual([name, layout.privateIps]);
  });
});

describe("the fabric of a group", () => {
  test.each([
    ["p5.48xlarge", 32, 3200],
    ["p5en.48xlarge", 16, 3200],
    ["p6-b200.48xlarge", 8, 3200],
    ["p6-b300.48xlarge", 16, 6400],
    ["p4d.24xlarge", 4, 400],
  ])("%s: %i EFA devices, %i Gbps, unless config says otherwise", (instanceType, devices, gbps) => {
    expect(group({ instanceType, nodes: 2 }).fabric).toMatchObject({ kind: "efa", devices, gbps });
  });

  test.each([
    ["a CPU type", { instanceType: "m7i.4xlarge", nodes: 4 }],
    ["a type without EFA", { instanceType: "g6e.xlarge", nodes: 4 }],
    ["a group that says none", { instanceType: "p5.48xlarge", nodes: 4, fabric: { kind: "none" } }],
  ])("%s has none", (_, change) =>
    expect(group(change).fabric).toMatchObject({ kind: "none", devices: 0, podRequests: {} }),
  );

  test("does not come and go with the number of nodes, which would make the group anew", () => {
    const fabric = (nodes: number) => group({ instanceType: "p5.48xlarge", nodes }).fabric;
    expect([fabric(0), fabric(1)]).toEqual([fabric(9), fabric(9)]);
  });

  test("an asked layout is taken", () => {
    const { fabric } = group({ instanceType: "p5.48xlarge", nodes: 2, fabric: { kind: "efa", layout: "max-ena" } });
    expect(fabric).toMatchObject({ layout: "maxEna", devices: 32 });
  });

  test("a layout that the type has not falls back to its default: a rule tells", () => {
    const { fabric } = group({ instanceType: "p5.48xlarge", nodes: 2, fabric: { kind: "efa", layout: "eight-efa" } });
    expect(fabric).toMatchObject({ layout: "saveIp" });
  });

  test("on types with one card, EFA on the primary interface is the single-EFA layout", () => {
    expect(layoutFor(INSTANCE_TYPES["g6e.12xlarge"], "primary-efa")).toBe("singleEfa");
    expect(layoutFor(INSTANCE_TYPES["p5.48xlarge"], "primary-efa")).toBe("primaryEfa");
    expect(layoutFor(INSTANCE_TYPES["m7i.large"], "save-ip")).toBeUndefined();
  });

  test("offers what the facts have", () => {
    expect(offeredLayouts(INSTANCE_TYPES["p5.48xlarge"])).toEqual(["save-ip", "primary-efa", "max-ena"]);
    expect(offeredLayouts(INSTANCE_TYPES["p6e-gb200.36xlarge"])).toEqual(["save-ip", "eight-efa"]);
  });
});
