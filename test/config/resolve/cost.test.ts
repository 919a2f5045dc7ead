import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import { price } from "../../../config/facts/prices";
import { HOURS_PER_MONTH } from "../../../config/resolve/cost";
import { sample } from "../../helpers/environment";

const cost = (change: Record<string, unknown> = {}) => sample(change).env.cost;
const item = (start: string, change: Record<string, unknown> = {}) =>
  cost(change).items.find((i) => i.label.startsWith(start));
const p5 = INSTANCE_TYPES["p5.48xlarge"].usdPerHour["us-east-1"] as number;

test("node groups cost what their largest size costs", () => {
  expect(item("node group h100")).toMatchObject({ label: "node group h100: 4 × p5.48xlarge", usdPerHour: 4 * p5 });
  const cpu = INSTANCE_TYPES["m7i.4xlarge"].usdPerHour["us-east-1"] as number;
  expect(item("node group cpu")?.usdPerHour).toBeCloseTo(3 * cpu);
});

test("spot is said to be an upper bound", () => {
  const change = { nodeGroups: { h100: { capacity: { kind: "spot" } } } };
  expect(item("node group h100", change)).toMatchObject({
    usdPerHour: 4 * p5,
    note: expect.stringContaining("spot is cheaper"),
  });
});

test("a Capacity Block is prepaid; its price is the list's, or unknown", () => {
  const block = {
    kind: "capacity-block",
    id: "cr-0123456789abcdef0",
    zone: "us-east-1a",
    count: 4,
    start: "2026-12-01T11:30:00Z",
    end: "2026-12-15T11:30:00Z",
  };
  const known = { nodeGroups: { h100: { capacity: block } } };
  expect(item("node group h100", known)).toMatchObject({
    usdPerHour: 4 * 39.33,
    note: expect.stringContaining("prepaid"),
  });
  const unknown = { nodeGroups: { h100: { instanceType: "p5en.48xlarge", capacity: block } } };
  expect(item("node group h100", unknown)).toMatchObject({ usdPerHour: null });
  expect(cost(unknown).unknown).toEqual(["node group h100: 4 × p5en.48xlarge"]);
});

test("Lustre costs by GB and month, and metadata beyond what AWS includes", () => {
  const storage = (38400 * (price("fsx-lustre/persistent-2-ssd/250", "us-east-1") ?? NaN)) / HOURS_PER_MONTH;
  expect(item("Lustre")?.usdPerHour).toBeCloseTo(storage);
  const more = { lustre: { metadata: { mode: "user-provisioned", iops: 24000 } } };
  const iops = (12000 * (price("fsx-lustre/metadata-iops", "us-east-1") ?? NaN)) / HOURS_PER_MONTH;
  expect(item("Lustre", more)?.usdPerHour).toBeCloseTo(storage + iops);
});

test("the sum is that of the known items", () => {
  const { items, usdPerHour, unknown } = cost();
  expect(unknown).toEqual([]);
  expect(usdPerHour).toBeCloseTo(items.reduce((sum, i) => sum + (i.usdPerHour ?? NaN), 0));
});

test("in a region without prices everything is unknown, and nothing is guessed", () => {
  const zones = ["eu-west-1a", "eu-west-1b"];
  const change = {
    region: "eu-west-1",
    network: { zones },
    nodeGroups: { h100: { capacity: { kind: "on-demand", target: null, zone: null } } },
  };
  const { items, usdPerHour, unknown } = cost(change);
  expect(usdPerHour).toBe(0);
  expect(unknown).toHaveLength(items.length);
});

test("NAT gateways count by zone, or not at all", () => {
  expect(item("NAT", { network: { nat: "per-zone" } })?.label).toBe("NAT: 2 gateways");
  expect(item("NAT")?.label).toBe("NAT: 1 gateway");
  expect(item("NAT", { network: { nat: "none", endpoints: "all" } })).toBeUndefined();
});
