import {
  efaLustre,
  eksImageRegistry,
  isLocalZone,
  LOCAL_ZONES,
  lustrePersistent2,
  type Partition,
  region,
  REGION_SOURCES,
  type RegionName,
  regionOfZone,
  REGIONS,
} from "../../../config/facts/regions";

const names = Object.keys(REGIONS) as RegionName[];

describe("partitions", () => {
  test.each<[RegionName, Partition]>([
    ["us-east-1", "aws"],
    ["eu-north-1", "aws"],
    ["us-gov-west-1", "aws-us-gov"],
    ["us-gov-east-1", "aws-us-gov"],
    ["cn-north-1", "aws-cn"],
    ["cn-northwest-1", "aws-cn"],
    ["eusc-de-east-1", "aws-eusc"],
  ])("%s is in %s", (name, partition) => {
    expect(region(name)?.partition).toBe(partition);
  });

  test("34 Regions are commercial", () => {
    expect(names.filter((name) => REGIONS[name].partition === "aws")).toHaveLength(34);
  });

  test("an unknown Region is null, not a guess", () => {
    expect(region("xx-north-9")).toBeNull();
    expect(region("")).toBeNull();
    expect(region("constructor")).toBeNull();
    expect(eksImageRegistry("xx-north-9")).toBeNull();
  });
});

describe("zones", () => {
  test.each([
    ["us-east-1a", "us-east-1", false],
    ["ap-southeast-2c", "ap-southeast-2", false],
    ["us-gov-west-1b", "us-gov-west-1", false],
    ["us-east-1-dfw-2a", "us-east-1", true],
    ["us-west-2-lax-1b", "us-west-2", true],
  ])("%s stands in %s (Local Zone: %s)", (zone, name, local) => {
    expect(regionOfZone(zone)).toBe(name);
    expect(isLocalZone(zone)).toBe(local);
  });

  test.each(["us-east-1", "us-east-1-dfw-2", "use1-az4", "nowhere", ""])("%j is no zone", (zone) => {
    expect(regionOfZone(zone)).toBeNull();
    expect(isLocalZone(zone)).toBe(false);
  });

  test("Local Zones stand in the Region that their name says", () => {
    for (const [zone, facts] of Object.entries(LOCAL_ZONES)) expect(regionOfZone(zone)).toBe(facts.region);
  });

  test("most Regions have three zones", () => {
    const others = names.filter((name) => REGIONS[name].zones !== 3 && REGIONS[name].zones !== null);
    expect(Object.fromEntries(others.map((name) => [name, REGIONS[name].zones]))).toEqual({
      "ap-northeast-1": 4,
      "ap-northeast-2": 4,
      "us-east-1": 6,
      "us-west-2": 4,
    });
  });
});

describe("EFA file systems", () => {
  const offered = (kind: string | null) => names.filter((name) => REGIONS[name].lustrePersistent2 === kind);

  test("stand in the Regions that AWS ticks without a star", () => {
    expect(offered("full")).toEqual([
      "ap-east-1",
      "ap-northeast-1",
      "ap-northeast-2",
      "ap-south-1",
      "ap-southeast-1",
      "ap-southeast-2",
      "ca-central-1",
      "eu-central-1",
      "eu-north-1",
      "eu-west-1",
      "eu-west-2",
      "us-east-1",
      "us-east-2",
      "us-west-1",
      "us-west-2",
    ]);
  });

  test("do not stand where only 125 and 250 MB/s/TiB without EFA are offered", () => {
    expect(offered("no-efa")).toEqual([
      "ap-east-2",
      "ap-southeast-5",
      "ap-southeast-7",
      "ca-west-1",
      "il-central-1",
      "mx-central-1",
    ]);
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
  ])("in %s: %s", (zone, answer) => {
    expect(efaLustre(zone)).toBe(answer);
  });

  test("a Local Zone does not have what its Region has", () => {
    expect(lustrePersistent2("us-east-1b")).toBe("full");
    expect(lustrePersistent2("us-east-1-dfw-2a")).toBe("no-efa");
  });
});

describe("eksImageRegistry", () => {
  test.each([
    ["us-west-2", "602401143452.dkr.ecr.us-west-2.amazonaws.com"],
    ["af-south-1", "877085696533.dkr.ecr.af-south-1.amazonaws.com"],
    ["il-central-1", "066635153087.dkr.ecr.il-central-1.amazonaws.com"],
    ["us-gov-west-1", "013241004608.dkr.ecr.us-gov-west-1.amazonaws.com"],
    ["cn-northwest-1", "961992271922.dkr.ecr.cn-northwest-1.amazonaws.com.cn"],
    ["eusc-de-east-1", "877088126301.dkr.ecr.eusc-de-east-1.amazonaws.eu"],
  ])("of %s is %s", (name, registry) => {
    expect(eksImageRegistry(name)).toBe(registry);
  });

  test("accounts have twelve digits, and old Regions share one", () => {
    for (const name of names) expect(REGIONS[name].eksImages).toMatch(/^\d{12}$/);
    expect(names.filter((name) => REGIONS[name].eksImages === "602401143452")).toHaveLength(17);
  });
});

test("every source has a page, a copy and a date", () => {
  for (const source of Object.values(REGION_SOURCES)) {
    expect(source.url).toMatch(/^https:\/\//);
    expect(source.copy).toMatch(/@[0-9a-f]{7} /);
    expect(source.asOf).toMatch(/^2026/);
  }
});
