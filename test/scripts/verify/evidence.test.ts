import { evidenceOf } from "../../../scripts/verify/evidence";
import type { PoolResult } from "../../../scripts/verify/engine/run-checks";

const result = (value: number, unit: string): PoolResult =>
  ({
    pool: "h100",
    free: ["n-0"],
    unseen: [],
    notes: [],
    bad: [],
    unrun: [],
    runs: [
      {
        pool: "h100",
        check: "inference",
        nodes: ["n-0"],
        status: "measured",
        seconds: 1,
        why: null,
        output: "",
        verdict: { status: "measured", findings: [], figures: [{ name: "Figure", value, unit, floor: null }] },
      },
    ],
  }) as unknown as PoolResult;

const slower = (unit: string, before: number, now: number) =>
  evidenceOf({
    environment: "research",
    suite: "weekly",
    configHash: "x",
    program: "railyard",
    part: null,
    checks: [],
    pools: [result(now, unit)],
    startedAt: new Date("2026-11-02T00:00:00Z"),
    finishedAt: new Date("2026-11-02T01:00:00Z"),
    before: { finishedAt: "2026-11-01T00:00:00Z", pools: [result(before, unit)] },
  } as unknown as Parameters<typeof evidenceOf>[0]).slower;

test("rates that fall and times that rise are told, by more than noise", () => {
  expect(slower("tokens/s", 100, 88)).toEqual([
    "n-0: Figure fell by 12 % since 2026-11-01T00:00:00Z, from 100 to 88 tokens/s.",
  ]);
  expect(slower("ms", 100, 112)).toEqual(["n-0: Figure rose by 12 % since 2026-11-01T00:00:00Z, from 100 to 112 ms."]);
  for (const [unit, before, now] of [
    ["tokens/s", 100, 96],
    ["tokens/s", 100, 130],
    ["s", 100, 104],
    ["ms", 100, 50],
  ] as const)
    expect(slower(unit, before, now)).toEqual([]);
});
