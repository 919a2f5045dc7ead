import { INSTANCE_REGION_SOURCE, offeredIn, placesOf } from "../../../config/facts/instance-regions";
import { INSTANCE_TYPE_NAMES } from "../../../config/facts/instance-types";
import { instancePrice } from "../../../config/facts/prices";
import { REGIONS } from "../../../config/facts/regions";

test.each([
  ["us-east-1", "p5.48xlarge", true],
  ["eu-central-1", "p5.48xlarge", false],
  ["us-east-1", "p5e.48xlarge", false],
  ["us-west-2", "p6-b300.48xlarge", true],
  ["eu-west-2", "p5e.48xlarge", true],
  ["me-south-1", "m7i.xlarge", false],
  ["xx-north-9", "p5.48xlarge", null],
] as const)("%s has %s: %s", (region, type, answer) => {
  expect(offeredIn(region, type)).toBe(answer);
});

test("every Region has a row, and every type a place", () => {
  for (const name of Object.keys(REGIONS)) expect(offeredIn(name, "c7i.large")).not.toBeNull();
  expect(INSTANCE_TYPE_NAMES.filter((type) => placesOf(type).length === 0)).toEqual([]);
  expect(placesOf("p6e-gb200.36xlarge")).toEqual(["us-east-1-dfw-2a"]);
});

test("a type that has a price in a Region is listed there", () => {
  const priced = INSTANCE_TYPE_NAMES.flatMap((type) =>
    Object.keys(REGIONS).flatMap((region) => (instancePrice(type, region) === null ? [] : [{ type, region }])),
  );
  expect(priced.length).toBeGreaterThan(20);
  expect(priced.filter(({ type, region }) => offeredIn(region, type) === false)).toEqual([]);
});

test("the source has a page, a copy and a date", () => {
  expect(INSTANCE_REGION_SOURCE.url).toMatch(/^https:/);
  expect(INSTANCE_REGION_SOURCE.copy).toMatch(/@[0-9a-f]{7} /);
});
