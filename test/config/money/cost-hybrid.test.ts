import { FIRST_TIER_VCPU_HOURS } from "../../../config/money/cost-hybrid";
import { sample, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";

const items = (pool: Change = {}, more: Change = {}) =>
  sample({ ...hybrid({}, pool), ...more }).env.cost.items.filter(({ label }) => label.startsWith("hybrid nodes"));

test("EKS bills the vCPUs of hybrid nodes by the hour", () => {
  const [item, ...others] = items({ nodes: 4 });
  expect(item).toMatchObject({ label: "hybrid nodes: 4 × onsite, 512 vCPU", usdPerHour: 10.24 });
  expect(item?.usdPerMonth).toBeCloseTo(10.24 * 730);
  expect(item?.note).toContain("servers, their power and their network are not in it");
  expect(others).toEqual([]);
});

test("what is beyond the first tier has a price that is not known, and is told as unknown", () => {
  const [first, beyond] = items();
  expect(first?.usdPerMonth).toBeCloseTo(FIRST_TIER_VCPU_HOURS * 0.02);
  expect(beyond).toMatchObject({ label: "hybrid nodes beyond 576,000 vCPU-hours a month", usdPerHour: null });
  expect(sample(hybrid()).env.cost.unknown).toContain(beyond?.label);
});

test("a price of one's own is for all of them", () => {
  const own = { "eks/hybrid-node": { usd: 0.01, agreement: "contract", asOf: "2026-11-01" } };
  expect(items({}, { prices: own }).map(({ usdPerHour }) => usdPerHour)).toEqual([24 * 128 * 0.01]);
});

test("a Region without a known price has none", () => {
  const [item] = items({ nodes: 4 }, { region: "eu-central-1" });
  expect(item?.usdPerHour).toBeNull();
});

test("clusters without hybrid nodes have no such line", () => {
  expect(sample().env.cost.items.filter(({ label }) => label.startsWith("hybrid"))).toEqual([]);
});

test("an attachment to a transit gateway costs what is not known here, and not nothing", () => {
  const { cost } = sample(hybrid({ connection: { kind: "transit-gateway", id: "tgw-0123456789abcdef0" } })).env;
  expect(cost.unknown).toContain("transit gateway: 1 attachment");
  expect(sample(hybrid()).env.cost.unknown).not.toContain("transit gateway: 1 attachment");
});
