import { sample, type Change } from "../../helpers/environment";

const of = (expires: string, now: string, change: Change = {}) =>
  sample({ profile: "development", ...change, lifetime: { expires } }, new Date(now)).env;

test("an environment lives until somebody destroys it, unless config says so", () => {
  expect(sample().env.lifetime).toBeNull();
});

test("a day is meant to its end, in UTC", () => {
  const last = of("2026-12-31", "2026-12-31T23:59:59Z");
  expect(last.lifetime).toEqual({ expires: "2027-01-01T00:00:00Z", over: false });
  expect(of("2026-12-31", "2027-01-01T00:00:00Z").lifetime!.over).toBe(true);
});

test("a moment is meant to the second", () => {
  expect(of("2026-12-31T18:00:00.500Z", "2026-12-31T17:59:59Z").lifetime).toEqual({
    expires: "2026-12-31T18:00:00Z",
    over: false,
  });
});

test("anything else is refused", () => {
  expect(() => of("next year", "2026-12-01T00:00:00Z")).toThrow(/must be a day or a moment in UTC/);
  expect(() => of("2026-12-31T18:00:00+01:00", "2026-12-01T00:00:00Z")).toThrow(/must be a day or a moment in UTC/);
});

describe("node groups", () => {
  const sizes = (now: string, change: Change = {}) =>
    of("2026-12-31", now, change).nodeGroups.map(({ count: nodes }) => [
      nodes.min,
      nodes.max,
      nodes.initial,
      nodes.owner,
    ]);

  test("are what they were before", () => {
    expect(sizes("2026-12-31T12:00:00Z")).toEqual(
      sample().env.nodeGroups.map(({ count: n }) => [n.min, n.max, n.initial, n.owner]),
    );
  });

  test("have no nodes after, whatever their hours", () => {
    const after = [
      [0, 4, 0, "terraform"],
      [0, 3, 0, "autoscaler"],
    ];
    expect(sizes("2027-01-01T08:00:00Z")).toEqual(after);
    const hours = { schedule: { timezone: "Etc/UTC", start: "06:00", end: "20:00" } };
    const onDemand = { nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
    expect(sizes("2027-01-01T08:00:00Z", { ...hours, ...onDemand })).toEqual(after);
  });
});

test("no tag of instances tells the day: another one would replace them", () => {
  expect(Object.keys(of("2026-12-31", "2026-12-01T00:00:00Z").tags)).not.toContain("railyard:expires");
});
