import {
  eksImageRegistry,
  type LustreOffer,
  type KnownPartition,
  region,
  REGION_SOURCES,
  type RegionName,
  REGIONS,
  zoneNames,
} from "../../../config/facts/regions";

const names = Object.keys(REGIONS) as RegionName[];

describe("partitions", () => {
  test.each<[RegionName, KnownPartition]>([
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
  test("most Regions have three", () => {
    const others = names.filter((name) => zoneNames(name) !== null && zoneNames(name)?.join() !== letters(name, "abc"));
    expect(Object.fromEntries(others.map((name) => [name, zoneNames(name)?.join()]))).toEqual({
      "ap-northeast-1": letters("ap-northeast-1", "abcd"),
      "ap-northeast-2": letters("ap-northeast-2", "abcd"),
      // its third has gone
      "ca-central-1": letters("ca-central-1", "abd"),
      "eu-west-2": letters("eu-west-2", "abcd"),
      "us-east-1": letters("us-east-1", "abcdef"),
      "us-west-2": letters("us-west-2", "abcd"),
    });
  });

  test.each(["us-gov-west-1", "cn-north-1", "eusc-de-east-1", "xx-north-9"])("those of %s were not read", (name) => {
    expect(zoneNames(name)).toBeNull();
  });

  const letters = (name: string, of: string) => [...of].map((letter) => `${name}${letter}`).join();
});

/** The table of AWS as it is printed: a tick, a tick with a star, or nothing. */
const STARRED = ["ap-east-2", "ap-southeast-5", "ap-southeast-7", "ca-west-1", "il-central-1", "mx-central-1"];
const NEWEST = [
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
];
const UNLISTED = ["ap-southeast-6", "cn-north-1", "cn-northwest-1", "eusc-de-east-1"];

describe("file systems stand where AWS's table ticks them", () => {
  const with_ = (test: (offer: LustreOffer) => boolean) =>
    names.filter((name) => {
      const offer: LustreOffer | null = REGIONS[name].lustre;
      return offer !== null && test(offer);
    });

  test("PERSISTENT_2 with EFA, and with a star without", () => {
    expect(with_(({ persistent2 }) => persistent2 === "full")).toEqual(NEWEST);
    expect(with_(({ persistent2 }) => persistent2 === "no-efa")).toEqual(STARRED);
  });

  test("PERSISTENT_1 nowhere with a star, SCRATCH_2 there in Tel Aviv alone", () => {
    const rest = names.filter((name) => !STARRED.includes(name) && !UNLISTED.includes(name));
    expect(with_(({ persistent1 }) => persistent1)).toEqual(rest);
    expect(with_(({ scratch2 }) => scratch2).filter((name) => !rest.includes(name))).toEqual(["il-central-1"]);
    expect(rest.every((name) => (REGIONS[name].lustre as LustreOffer).scratch2)).toBe(true);
  });

  test("what is not listed is unknown", () => {
    expect(names.filter((name) => REGIONS[name].lustre === null)).toEqual(UNLISTED);
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
