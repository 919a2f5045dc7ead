import { NIC_ROCE_DEFAULTS, nicPriority, SWITCH_DEFAULTS } from "../../../config/facts/roce";

const rows = Object.entries(SWITCH_DEFAULTS);

test.each(rows)("%s has a source, a day, and no DSCP in two classes", (_, { source, asOf, dscp }) => {
  expect(source).toMatch(/^https:\/\//);
  expect(asOf).toMatch(/^2026-\d\d-\d\d$/);
  const values = dscp.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value >= 0 && value <= 63).toBe(true);
  for (const { trafficClass } of dscp) expect(trafficClass >= 0 && trafficClass <= 7).toBe(true);
});

test("a card puts DSCP 26 into the priority that it pauses, and 10 into another one", () => {
  expect(nicPriority(26)).toBe(NIC_ROCE_DEFAULTS.pfcPriority);
  expect(nicPriority(48)).toBe(NIC_ROCE_DEFAULTS.cnpPriority);
  expect(nicPriority(10)).toBe(1);
});
