import { unitLabel, writtenUnits } from "../../../config/topology/leaves-of-pools";
import { HGX, poolOf } from "../../helpers/pools";

/** A pool with two rails at these leaves. */
const pool = (name: string, ...leaves: (string | undefined)[]) =>
  poolOf(name, {
    ...HGX,
    labels: { "example.com/servers": name },
    layers: 1,
    server: {
      ...(HGX["server"] as object),
      nics: leaves.map((leaf, at) => ({ pci: `0000:1${at}:00.0`, gbps: 400, ...(leaf && { leaf }) })),
    },
  });

const names = (...pools: ReturnType<typeof pool>[]) =>
  writtenUnits(pools).map((unit) => [unit.name, unit.pools.map(({ name }) => name)]);

test("leaves of one pool are one unit, called like the first of them", () => {
  const [unit] = writtenUnits([pool("a", "leaf-2", "leaf-1")]);
  expect(unit).toMatchObject({ name: "leaf-1", leaves: ["leaf-1", "leaf-2"] });
  expect(unitLabel(unit!)).toEqual({ "railyard.dev/fabric-layer-1": "leaf-1" });
});

test("pools at the same leaves are one unit, others are not", () => {
  expect(names(pool("a", "l1", "l2"), pool("b", "l3", "l4"), pool("c", "l2", "l1"))).toEqual([
    ["l3", ["b"]],
    ["l1", ["a", "c"]],
  ]);
});

test("a pool that shares a leaf with two joins them", () => {
  expect(names(pool("a", "l1"), pool("b", "l2"), pool("c", "l2", "l1"))).toEqual([["l1", ["a", "b", "c"]]]);
});

test("pools without leaves are in no unit", () => {
  expect(writtenUnits([pool("a", undefined)])).toEqual([]);
});
