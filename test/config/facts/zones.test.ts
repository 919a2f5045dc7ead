import {
  efaLustre,
  excludedByEks,
  isLocalZone,
  LOCAL_ZONES,
  localZonesOf,
  lustreOffer,
  networkBorderGroup,
  regionOfZone,
  ZONE_SOURCES,
} from "../../../config/facts/zones";

test.each([
  ["us-east-1a", "us-east-1", false, "us-east-1"],
  ["ap-southeast-2c", "ap-southeast-2", false, "ap-southeast-2"],
  ["us-gov-west-1b", "us-gov-west-1", false, "us-gov-west-1"],
  ["us-east-1-dfw-2a", "us-east-1", true, "us-east-1-dfw-2"],
  ["us-west-2-lax-1b", "us-west-2", true, "us-west-2-lax-1"],
])("%s stands in %s (Local Zone: %s), with addresses of %s", (zone, name, local, group) => {
  expect(regionOfZone(zone)).toBe(name);
  expect(isLocalZone(zone)).toBe(local);
  expect(networkBorderGroup(zone)).toBe(group);
});

test.each(["us-east-1", "us-east-1-dfw-2", "use1-az4", "nowhere", ""])("%j is no zone", (zone) => {
  expect(regionOfZone(zone)).toBeNull();
  expect(isLocalZone(zone)).toBe(false);
  expect(networkBorderGroup(zone)).toBeNull();
});

test("Local Zones stand in the Region that their name says, and are listed with it", () => {
  for (const [zone, facts] of Object.entries(LOCAL_ZONES)) {
    expect(regionOfZone(zone)).toBe(facts.region);
    expect(isLocalZone(zone)).toBe(true);
    expect(localZonesOf(facts.region)).toContain(zone);
  }
  expect(localZonesOf("us-west-2")).toHaveLength(9);
  expect(localZonesOf("sa-east-1")).toEqual([]);
});

test.each<[string, boolean | null]>([
  ["us-east-1a", true],
  ["mx-central-1a", false],
  ["sa-east-1a", false],
  ["us-gov-west-1a", false],
  ["us-east-1-dfw-2a", false],
  ["us-west-2-phx-2a", false],
  ["us-west-2-lax-1a", false],
  ["us-east-1-bos-1a", null],
  ["cn-north-1a", null],
  ["xx-north-9a", null],
  ["nonsense", null],
])("EFA file systems in %s: %s", (zone, answer) => {
  expect(efaLustre(zone)).toBe(answer);
});

test("a Local Zone does not have what its Region has", () => {
  expect(lustreOffer("us-east-1b")).toEqual({ persistent2: "full", persistent1: true, scratch2: true });
  expect(lustreOffer("us-east-1-dfw-2a")).toEqual({ persistent2: "no-efa", persistent1: false, scratch2: false });
  expect(lustreOffer("us-west-2-lax-1a")).toEqual({ persistent2: "none", persistent1: true, scratch2: true });
});

test("EKS keeps out of one zone in three Regions", () => {
  expect(["us-east-1", "us-west-1", "ca-central-1", "us-east-2"].map((name) => excludedByEks(name)?.id)).toEqual([
    "use1-az3",
    "usw1-az2",
    "cac1-az3",
    undefined,
  ]);
});

test("every source has a page, a copy and a date", () => {
  for (const source of Object.values(ZONE_SOURCES)) {
    expect(source.url).toMatch(/^https:\/\//);
    expect(source.copy).toMatch(/@[0-9a-f]{7} /);
    expect(source.asOf).toMatch(/^2026/);
  }
});
