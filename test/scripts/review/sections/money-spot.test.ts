import type { Change } from "../../../helpers/environment";
import { findingsOf } from "../../../helpers/reviewed";

const pool = (capacity: Change, more: Change = {}): Change => ({
  nodeGroups: { cpu: { nodes: { min: 0, max: 4 }, scaledBy: { kind: "karpenter" }, capacity } },
  ...more,
});
const ON_DEMAND = { kind: "on-demand" };
const SPOT = { kind: "spot" };
const FALLBACK = { kind: "spot", onDemandFallback: true };
const money = (before: Change, after: Change) =>
  findingsOf("money", { before, after }).map(({ severity, title }) => [severity, title]);

test.each([
  ["from spot to on demand", SPOT, ON_DEMAND, "warning", /no spot instances any more: it costs more, and by how much/],
  ["to a fallback", SPOT, FALLBACK, "warning", /on-demand instances where there is no spot capacity: it costs more/],
  ["from a fallback to on demand", FALLBACK, ON_DEMAND, "warning", /no spot instances any more/],
  ["to spot", ON_DEMAND, SPOT, "info", /Node group cpu has spot instances: it costs less/],
  ["to spot alone", FALLBACK, SPOT, "info", /spot instances alone: it costs less/],
])("a pool that changes %s has its line, though the estimate is the same", (_, was, is, severity, words) =>
  expect(money(pool(was), pool(is))).toEqual([[severity, expect.stringMatching(words)]]),
);

test("where the price is known, the sum tells it alone", () => {
  const prices = { prices: { "spot/m7i.4xlarge": { usd: 1, agreement: "contract", asOf: "2026-10-01" } } };
  expect(money(pool(SPOT, prices), pool(ON_DEMAND, prices))).toEqual([
    [expect.anything(), expect.stringMatching(/^It costs/)],
  ]);
});

test("a pool that is bought as before, comes or goes has none", () => {
  expect(money(pool(SPOT), pool(SPOT))).toEqual([]);
  expect(money(pool(SPOT), { nodeGroups: { cpu: null } }).map(([, title]) => title)).not.toContainEqual(
    expect.stringContaining("spot"),
  );
});
