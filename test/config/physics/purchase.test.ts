import fc from "fast-check";
import { estimate, type SizeProps } from "../../../config/physics/estimate";
import { ownedUsdPerHour } from "../../../config/physics/purchase";
import { workloadProps } from "../../../config/physics/workload-estimate";
import { instancePrice } from "../../../config/facts/prices";
import { sample } from "../../helpers/environment";

const OWNED = { usd: 300_000, years: 4, kilowatts: 12, usdPerKWh: 0.1 };
/** What somebody has told of spot: as much as on demand. */
const SPOT = {
  "spot/p5.48xlarge": { usd: instancePrice("p5.48xlarge", "us-east-1")!, agreement: "contract", asOf: "2020-01-01" },
};
const LISTED = instancePrice("p5.48xlarge", "us-east-1")!;

function rows(change: Partial<SizeProps> = {}, prices = {}) {
  const { env } = sample({ workloads: { pretrain: { params: "8B", tokens: "1T" } }, prices });
  const found = estimate({ ...workloadProps(env, env.workloads[0]!)!, ...change });
  const of = (way: string) => found.purchase.find((row) => row.way === way);
  return { of, ways: found.purchase.map(({ way }) => way), training: found.training! };
}

test("hours of nodes are counted at the list's price, at that of blocks and at an agreement's", () => {
  const { of, ways, training } = rows(
    {},
    { "p5.48xlarge": { usd: 30, agreement: "savings-plan", asOf: "2020-01-01" } },
  );
  expect(ways).toEqual(["on demand", "agreement", "Capacity Blocks", "spot"]);
  const nodeHours = training.gpuHours!.map((hours) => hours / 8);
  expect(of("on demand")!.usd![0]).toBeCloseTo(nodeHours[0]! * LISTED, 4);
  expect(of("agreement")!.usd![1]).toBeCloseTo(nodeHours[1]! * 30, 4);
  expect(of("agreement")!.notes).toEqual(["savings plan of 2020-01-01"]);
  expect(of("Capacity Blocks")!.usdPerNodeHour).toBeLessThan(LISTED);
  expect(rows().ways).not.toContain("agreement");
});

test("a training that is longer than one block is told to need several", () => {
  expect(rows({ tokens: 1e13 }).of("Capacity Blocks")!.notes.join()).toMatch(
    /\d one after another: one lasts 182 days/,
  );
  expect(rows({ tokens: 1e10 }).of("Capacity Blocks")!.notes.join()).not.toContain("after another");
});

test("what spot costs is unknown until somebody says how often nodes are taken", () => {
  expect(rows().of("spot")).toMatchObject({
    usd: null,
    notes: expect.arrayContaining([expect.stringContaining("--spot-every")]),
  });
  const { usd, notes } = rows({ spotEveryHours: 500 }, SPOT).of("spot")!;
  expect(usd![0]).toBeGreaterThan(rows().of("on demand")!.usd![0]);
  expect(notes.join()).toMatch(/worth it below \$\d/);
  expect(rows({ spotEveryHours: 0.01 }).of("spot")).toMatchObject({
    usd: null,
    notes: expect.arrayContaining(["it never ends: nodes are taken too often"]),
  });
});

test("a price of spot that nobody has told is unknown, and what it is worth is told all the same", () => {
  const { usdPerNodeHour, usd, notes } = rows({ spotEveryHours: 500 }).of("spot")!;
  expect([usdPerNodeHour, usd]).toEqual([null, null]);
  expect(notes.join("; ")).toMatch(/^no price is known; .*worth it below \$\d/);
});

test("spot writes as often as is best for it, whatever is given for kept nodes, and both are told", () => {
  const given = rows({ everyMinutes: 600, spotEveryHours: 24 }, SPOT).of("spot")!.notes.join("; ");
  expect(given).toMatch(
    /a checkpoint each [\d.]+ min, which is best for it; with one each 600 min, as is given, [\d.]+ %/,
  );
  const [, best, worse] = /forward in ([\d.]+) %.* as is given, ([\d.]+) %/.exec(given)!.map(Number);
  expect(best).toBeGreaterThan(worse!);
  expect(rows({ spotEveryHours: 24 }, SPOT).of("spot")!.notes.join()).not.toContain("as is given");
});

test("spot that is never taken costs what kept nodes do, and the oftener it is taken the more", () => {
  const kept = rows().of("on demand")!.usd!;
  expect(rows({ spotEveryHours: 1e12 }, SPOT).of("spot")!.usd![1]).toBeCloseTo(kept[1], -1);
  fc.assert(
    fc.property(
      fc.double({ min: 20, max: 1e5, noNaN: true }),
      fc.double({ min: 1.1, max: 10, noNaN: true }),
      (hours, more) => {
        const [often, seldom] = [hours, hours * more].map(
          (spotEveryHours) => rows({ spotEveryHours }, SPOT).of("spot")!.usd,
        );
        expect(often === null || (seldom !== null && seldom![1] <= often![1])).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});

test("an owned server costs its price over its years, and power; it is worth it from a share of the hours on", () => {
  expect(ownedUsdPerHour(OWNED)).toBeCloseTo(300_000 / (4 * 8760) + 1.2, 9);
  const { of, training } = rows({ owned: OWNED, spotEveryHours: 300 }, SPOT);
  expect(of("owned")!.usd![0]).toBeCloseTo((training.gpuHours![0] / 8) * ownedUsdPerHour(OWNED), 4);
  expect(of("owned")!.ownedFrom).toBeNull();
  const share = of("on demand")!.ownedFrom!;
  // busy for that share of the hours, an hour of work costs the same
  expect(ownedUsdPerHour(OWNED) / share).toBeCloseTo(LISTED, 6);
  expect(of("spot")!.ownedFrom!).toBeLessThan(share);
  expect(rows().of("on demand")!.ownedFrom).toBeNull();
});

test("a training whose time is unknown has no money", () => {
  expect(rows({ tokens: null }).ways).toEqual([]);
});
