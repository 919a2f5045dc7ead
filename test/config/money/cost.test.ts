import { instancePrice, price } from "../../../config/facts/prices";
import { HOURS_PER_MONTH, stillHeld } from "../../../config/money/cost";
import { sample } from "../../helpers/environment";

const cost = (change: Record<string, unknown> = {}) => sample(change).env.cost;
const item = (start: string, change: Record<string, unknown> = {}) =>
  cost(change).items.find((i) => i.label.startsWith(start));
const p5 = instancePrice("p5.48xlarge", "us-east-1") as number;

test("node groups cost what their largest size costs", () => {
  expect(item("node group h100")).toMatchObject({ label: "node group h100: 4 × p5.48xlarge", usdPerHour: 4 * p5 });
  const cpu = instancePrice("m7i.4xlarge", "us-east-1") as number;
  expect(item("node group cpu")?.usdPerHour).toBeCloseTo(3 * cpu);
});

test("spot is said to be an upper bound", () => {
  const change = { nodeGroups: { h100: { capacity: { kind: "spot" } } } };
  expect(item("node group h100", change)).toMatchObject({
    usdPerHour: 4 * p5,
    note: expect.stringContaining("spot is cheaper"),
  });
});

test("a pool that comes and goes costs at most what all of its nodes do, and at least what the fewest do", () => {
  const pool = (change: object) => ({ nodeGroups: { cpu: { scaledBy: { kind: "karpenter" }, ...change } } });
  const usd = instancePrice("m7i.4xlarge", "us-east-1") as number;
  const range = item("node group cpu", pool({ nodes: { min: 2, max: 5 } }));
  expect(range?.usdPerHour).toBeCloseTo(5 * usd);
  expect(range?.note).toContain(`with all 5; 2 to 5 run, at least $${(2 * usd).toFixed(2)} an hour`);
  const prices = { "spot/m7i.4xlarge": { usd: 0.1, agreement: "savings-plan", asOf: "2026-11-01" } };
  const spot = (onDemandFallback: boolean) =>
    item("node group cpu", { ...pool({ capacity: { kind: "spot", onDemandFallback } }), prices })?.usdPerHour;
  expect(spot(false)).toBeCloseTo(0.3);
  // without spot capacity they are bought on demand
  expect(spot(true)).toBeCloseTo(3 * usd);
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

describe("what is held is paid", () => {
  const reservation = (target: string, count?: number) => ({
    kind: "reservation",
    target,
    zone: "us-east-1a",
    ...(count !== undefined && { count }),
  });
  const first = "cr-0123456789abcdef0";
  const held = (nodes: number, count?: number) => ({
    nodeGroups: { h100: { nodes, capacity: reservation(first, count) } },
  });

  test("a reservation of 16 with 12 nodes costs 16, and says so", () => {
    expect(item("node group h100", held(12, 16))).toMatchObject({
      label: "node group h100: 16 × p5.48xlarge",
      usdPerHour: 16 * p5,
      note: expect.stringContaining("16 are held and 12 used"),
      held: { target: first, kind: "reservation", count: 16, used: 12 },
    });
    expect(cost(held(12, 16)).usdPerHour).toBe(cost(held(16, 16)).usdPerHour);
  });

  test("nodes beyond a resource group of reservations run on demand", () => {
    const target = "arn:aws:resource-groups:us-east-1:111122223333:group/h100";
    const change = { nodeGroups: { h100: { nodes: 6, capacity: reservation(target, 4) } } };
    expect(item("node group h100", change)).toMatchObject({
      usdPerHour: 6 * p5,
      note: expect.stringContaining("2 beyond it run on demand"),
    });
  });

  test("two groups on one reservation pay for it once", () => {
    const change = {
      nodeGroups: {
        h100: { nodes: 4, capacity: reservation(first, 16) },
        more: { instanceType: "p5.48xlarge", nodes: 4, capacity: reservation(first) },
      },
    };
    expect(item("reservation cr-0123456789abcdef0", change)).toMatchObject({ usdPerHour: 16 * p5 });
    expect(cost(change).items.filter(({ label }) => label.includes("p5.48xlarge"))).toHaveLength(1);
  });

  test("of which type unused ones of a resource group are nobody knows: unknown, not free", () => {
    const target = "arn:aws:resource-groups:us-east-1:111122223333:group/mixed";
    const mixed = (count: number) => ({
      nodeGroups: {
        h100: { nodes: 4, capacity: reservation(target, count) },
        h200: { instanceType: "p5en.48xlarge", nodes: 2, capacity: reservation(target) },
      },
    });
    const p5en = instancePrice("p5en.48xlarge", "us-east-1") as number;
    expect(item("reservation mixed", mixed(6))?.usdPerHour).toBeCloseTo(4 * p5 + 2 * p5en);
    expect(item("reservation mixed", mixed(9))).toMatchObject({ usdPerHour: null, usdPerMonth: null });
  });

  const block = (nodes: number, start = "2026-11-20T11:30:00Z", end = "2026-11-27T11:30:00Z") => ({
    nodeGroups: {
      h100: {
        nodes,
        capacity: { kind: "capacity-block", id: "cr-00000000000000009", zone: "us-east-1a", count: 8, start, end },
      },
    },
  });

  test("a block is paid up front, for all of its instances and hours, and no longer than it lasts", () => {
    expect(item("node group h100", block(2))).toMatchObject({
      usdPerHour: 8 * 39.33,
      usdPerMonth: 8 * 39.33 * 168,
      upFront: { usd: 8 * 39.33 * 168, hours: 168 },
    });
    expect(cost(block(2)).usdPerMonth).toBe(cost(block(8)).usdPerMonth);
  });

  test("a block that is over costs nothing more", () => {
    const over = block(8, "2026-11-01T11:30:00Z", "2026-11-08T11:30:00Z");
    expect(item("node group h100", over)).toMatchObject({
      usdPerHour: 0,
      note: expect.stringContaining("ended on 2026-11-08"),
    });
  });

  test("what is dropped from config goes on to be held", () => {
    const [before, other] = [
      cost(held(4, 4)),
      cost({ nodeGroups: { h100: { capacity: reservation("cr-00000000000000002") } } }),
    ];
    expect(stillHeld(before, other).map(({ held: target }) => target?.target)).toEqual([first]);
    expect(stillHeld(before, null)).toHaveLength(1);
    expect(stillHeld(before, cost(held(2, 4)))).toEqual([]);
    expect(stillHeld(cost({ nodeGroups: { h100: { capacity: { kind: "on-demand" } } } }), null)).toEqual([]);
  });
});

describe("GPU-hours", () => {
  test("count all hours of a month, and carry everything that is paid", () => {
    const { gpuHours, usdPerMonth } = cost();
    expect(gpuHours.perMonth).toBe(4 * 8 * HOURS_PER_MONTH);
    expect(gpuHours.usdEach).toBeCloseTo(usdPerMonth! / gpuHours.perMonth);
  });

  test("in hours of a schedule there are fewer, and each carries more", () => {
    const onDemand = {
      profile: "development",
      nodeGroups: { h100: { capacity: { kind: "on-demand", target: null, zone: null } } },
    };
    const schedule = { timezone: "Etc/UTC", start: "08:00", end: "19:00" };
    const [always, hours] = [cost(onDemand).gpuHours, cost({ ...onDemand, schedule }).gpuHours];
    expect(hours.perMonth).toBeCloseTo((always.perMonth * 55) / 168);
    expect(hours.usdEach!).toBeGreaterThan(always.usdEach!);
  });
});

describe("prices of one's own", () => {
  const own = { usd: 30, agreement: "savings-plan", asOf: "2026-11-01", until: "2027-10-31" };

  test("are used instead of the list, and say where they come from", () => {
    expect(item("node group h100", { prices: { "p5.48xlarge": own } })).toMatchObject({
      usdPerHour: 4 * 30,
      note: expect.stringContaining("savings plan of 2026-11-01 until 2027-10-31"),
    });
    const storage = { prices: { "fsx-lustre/persistent-2-ssd/250": { ...own, usd: 0.1 } } };
    expect(item("Lustre", storage)?.usdPerMonth).toBeCloseTo(3840);
  });

  test("hold from their day to their last one", () => {
    for (const late of [{ asOf: "2026-11-22" }, { until: "2026-11-20" }])
      expect(item("node group h100", { prices: { "p5.48xlarge": { ...own, ...late } } })?.usdPerHour).toBe(4 * p5);
  });

  test("make known what no list has", () => {
    const change = { region: "sa-east-1", prices: { "p5.48xlarge": own } };
    expect(item("node group h100", change)?.usdPerHour).toBe(120);
    expect(cost(change).usdPerHour).toBe(120);
  });

  test("of spot and blocks are apart from those on demand", () => {
    const spot = { nodeGroups: { h100: { capacity: { kind: "spot", target: null, zone: null } } } };
    expect(item("node group h100", { ...spot, prices: { "p5.48xlarge": own } })?.usdPerHour).toBe(4 * p5);
    expect(item("node group h100", { ...spot, prices: { "spot/p5.48xlarge": own } })?.usdPerHour).toBe(120);
  });
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
  const zones = ["af-south-1a", "af-south-1b"];
  const change = {
    region: "af-south-1",
    network: { zones },
    nodeGroups: { h100: { capacity: { kind: "on-demand", target: null, zone: null } } },
  };
  const { items, usdPerHour, usdPerMonth, unknown, gpuHours } = cost(change);
  expect([usdPerHour, usdPerMonth, gpuHours.usdEach]).toEqual([null, null, null]);
  expect(unknown).toHaveLength(items.length);
});

test("a price of a list without a date says so, and so does none that has one", () => {
  const zones = ["us-west-2a", "us-west-2b"];
  const noteOf = (change: Record<string, unknown>, start: string) => item(start, change)?.note;
  const there = { region: "us-west-2", network: { zones }, nodeGroups: { h100: { capacity: { zone: "us-west-2a" } } } };
  expect(noteOf(there, "system nodes")).toBe("list price, undated");
  expect(noteOf({ ...there, prices: {} }, "node group h100")).toContain("list price, undated");
  expect(noteOf({}, "system nodes")).toBeUndefined();
});

test("NAT gateways count by zone, or not at all", () => {
  expect(item("NAT", { network: { nat: "per-zone" } })?.label).toBe("NAT: 2 gateways");
  expect(item("NAT")?.label).toBe("NAT: 1 gateway");
  expect(item("NAT", { network: { nat: "none", endpoints: "all" } })).toBeUndefined();
});
