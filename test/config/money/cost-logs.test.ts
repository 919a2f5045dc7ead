import { sample } from "../../helpers/environment";

const item = (logs: object, more: object = {}) => {
  const { cost } = sample({ logs, ...more }).env;
  return { found: cost.items.find(({ label }) => label.startsWith("logs of pods")), cost };
};
const to = { kind: "cloudwatch", retentionDays: 30 };

test("logs in CloudWatch are billed by use, until config says how much there is", () => {
  const { found, cost } = item({ to });
  expect(found).toMatchObject({ usdPerMonth: null, byUse: true, note: expect.stringContaining("$0.50 for a GiB") });
  expect(cost.unknown.join()).not.toContain("logs");
});

test("with an amount they cost what comes in and what is kept", () => {
  const { found } = item({ to, expectedGiBPerDay: 20 });
  expect(found?.usdPerMonth).toBeCloseTo(20 * ((730 / 24) * 0.5 + 30 * 0.03));
  expect(found?.label).toContain("20 GiB a day, kept for 30 days");
});

test("where no price is known the cost is unknown, and never 0", () => {
  const { found, cost } = item({ to, expectedGiBPerDay: 20 }, { region: "eu-central-1" });
  expect(found?.usdPerMonth).toBeNull();
  expect(cost.unknown).toContain(found?.label);
});

test("what a store of one's own costs is in no estimate", () => {
  expect(item({ to: { kind: "loki", url: "https://loki.example.com" } }).found).toBeUndefined();
  expect(item({}).found).toBeUndefined();
});
