import { existingPoolSchema } from "../../config/pools/existing/schema";
import { resolveExistingPool, type ExistingPool } from "../../config/pools/existing/resolve";
import type { PoolInput, PoolRule } from "../../config/pools/existing/rule";
import type { ConfigPath } from "../../config/kernel/issues";
import type { Severity, Violation } from "../../config/kernel/rule";

type Written = Readonly<Record<string, unknown>>;

/** 64 DGX H100 on InfiniBand: a pool with which no rule finds fault. */
export const DGX: Written = {
  labels: { "example.com/servers": "dgx" },
  nodes: 64,
  server: "dgx-h100",
  fabric: { kind: "infiniband" },
};

/** Servers with B200, written out: compute cards by PCI address, and one for all else. */
export const HGX: Written = {
  labels: { "example.com/servers": "hgx" },
  nodes: 8,
  server: {
    like: "hgx-b200-generic",
    coresPerSocket: 56,
    threadsPerCore: 2,
    memoryGiB: 2048,
    nics: [
      ...Array.from({ length: 8 }, (_, at) => ({
        pci: `0000:${(at + 16).toString(16)}:00.0`,
        gbps: 400,
        deviceId: "1021",
        hca: `mlx5_${at}`,
        netdev: `rail${at}`,
      })),
      { pci: "0000:c0:00.0", use: "north-south", gbps: 100, deviceId: "101d" },
    ],
  },
  fabric: { kind: "roce", addresses: "10.128.0.0/16" },
};

export const poolOf = (name: string, written: Written): ExistingPool =>
  resolveExistingPool(name, existingPoolSchema.parse(written));

/** Pools by name, and what of a cluster their rules look at. */
export interface PoolCase {
  readonly when: string;
  readonly pools: Readonly<Record<string, Written>>;
  readonly kubernetes?: string;
  readonly helmValues?: PoolInput["helmValues"];
}

export interface PoolTrip extends PoolCase {
  readonly at: ConfigPath;
  readonly message: string;
}

export interface PoolRuleCases {
  readonly severity: Severity;
  readonly trips: readonly PoolTrip[];
  readonly passes: readonly PoolCase[];
}

const found = (rule: PoolRule, { pools, kubernetes, helmValues }: PoolCase): Violation[] => [
  ...rule.check({
    pools: Object.entries(pools).map(([name, written]) => poolOf(name, written)),
    kubernetes: kubernetes ?? "1.34",
    helmValues: helmValues ?? {},
  }),
];

/** Tests of a list of rules of pools: none may be left out, and none finds anything in pools that are right. */
export function poolRuleCases(rules: readonly PoolRule[], cases: Readonly<Record<string, PoolRuleCases>>): void {
  test("every rule has a case that trips it and one that does not", () => {
    const whole = Object.entries(cases).filter(([, { trips, passes }]) => trips.length > 0 && passes.length > 0);
    expect(whole.map(([id]) => id).toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
  });

  test("every rule has an address, a reason and a title that is a sentence", () => {
    for (const { id, source, why, title } of rules) {
      expect(id).toMatch(/^[a-z-]+\/[a-z-]+$/);
      expect(source).toMatch(/^https:\/\//);
      expect(why.length).toBeGreaterThan(20);
      expect(title).toMatch(/^[A-Z].*\.$/);
    }
  });

  const rule = (id: string) => rules.find((one) => one.id === id)!;
  describe.each(Object.entries(cases))("%s", (id, { severity, trips, passes }) => {
    test.each(trips.map((trip) => [trip.when, trip] as const))("finds %s", (_, trip) => {
      expect(rule(id).severity).toBe(severity);
      const violations = found(rule(id), trip);
      expect(violations.map(({ path }) => path)).toEqual([trip.at]);
      expect(violations[0]?.message).toContain(trip.message);
      expect(violations[0]?.fix).not.toBe("");
    });
    test.each(
      [{ when: "the two pools that are right", pools: { dgx: DGX, hgx: HGX } }, ...passes].map(
        (one) => [one.when, one] as const,
      ),
    )("allows %s", (_, one) => expect(found(rule(id), one)).toEqual([]));
  });
}
