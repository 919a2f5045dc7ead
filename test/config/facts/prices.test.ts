import { INSTANCE_TYPE_NAMES } from "../../../config/facts/instance-types";
import { INSTANCE_PRICES, instancePrice, price, PRICES, priceRow } from "../../../config/facts/prices";
import { REGIONS } from "../../../config/facts/regions";
import { S3_STORAGE_CLASSES } from "../../../config/facts/s3";
import { LUSTRE_DEPLOYMENTS } from "../../../config/facts/lustre";

const here = "us-east-1";

test.each<[string, number | null]>([
  ["fsx-lustre/persistent-2-ssd/125", 0.145],
  ["fsx-lustre/persistent-2-ssd/250", 0.21],
  ["fsx-lustre/persistent-2-ssd/500", 0.34],
  ["fsx-lustre/persistent-2-ssd/1000", 0.6],
  ["fsx-lustre/persistent-1-ssd/200", 0.29],
  ["fsx-lustre/persistent-1-hdd/12", 0.025],
  ["fsx-lustre/scratch", 0.14],
  ["fsx-lustre/metadata-iops", 0.055],
  ["fsx-lustre/intelligent-tiering/throughput", 0.52],
  ["fsx-lustre/intelligent-tiering/storage", null],
  ["s3/STANDARD", 0.023],
  ["s3/INTELLIGENT_TIERING/monitoring", 0.0025],
  ["s3/STANDARD_IA", 0.0125],
  ["s3/GLACIER_IR/retrieval", 0.03],
  ["s3/DEEP_ARCHIVE", 0.00099],
  ["s3/EXPRESS_ONEZONE", 0.11],
  ["eks/cluster", 0.1],
  ["eks/cluster-extended-support", 0.6],
  ["eks/provisioned-tier-4xl", 6.9],
  ["nat-gateway/hour", 0.045],
  ["nat-gateway/data", 0.045],
  ["interface-endpoint/hour", 0.01],
  ["gateway-endpoint/hour", 0],
  ["ebs/gp3/storage", 0.08],
  ["kms/key", 1],
  ["cloudwatch-logs/ingest", 0.5],
  ["public-ipv4/hour", 0.005],
  ["load-balancer/application", 0.0225],
  ["load-balancer/network", 0.0225],
  ["capacity-block/p5.48xlarge", 39.33],
])("%s costs %s", (item, usd) => {
  expect(price(item, here)).toBe(usd);
});

test("other Regions have what was read of them, with their own price", () => {
  expect(price("nat-gateway/hour", "eu-west-1")).toBe(0.048);
  expect(price("nat-gateway/data", "ap-southeast-1")).toBe(0.059);
  expect(price("eks/cluster", "us-west-2")).toBe(0.1);
  expect(price("fsx-lustre/persistent-1-ssd/200", "us-west-2")).toBe(0.29);
});

test("another Region or item is unknown, not free", () => {
  expect(price("nat-gateway/hour", "eu-north-1")).toBeNull();
  expect(price("lunch", here)).toBeNull();
  expect(priceRow("eks/cluster", "eu-west-1")).toBeNull();
});

test("the price of hybrid nodes is that of the first tier, of one reading", () => {
  expect(priceRow("eks/hybrid-node", here)).toMatchObject({ price: 0.02, unit: "vCPU-hour", confidence: "medium" });
});

test("a row with a null price is weak, and says why", () => {
  for (const row of PRICES.filter(({ price: usd }) => usd === null))
    expect([row.confidence, row.source.length > 10]).toEqual(["low", true]);
});

test("no item stands twice, and each row is whole", () => {
  expect(new Set(PRICES.map((row) => `${row.region} ${row.item}`)).size).toBe(PRICES.length);
  for (const row of PRICES) {
    expect(Object.keys(REGIONS)).toContain(row.region);
    expect(row.source.length).toBeGreaterThan(10);
    expect(["high", "medium", "low"]).toContain(row.confidence);
    expect(row.asOf === null || /^\d{4}(-\d\d){0,2}$/.test(row.asOf)).toBe(true);
    expect(row.price === null || row.price >= 0).toBe(true);
  }
});

test("what is high stands on AWS's own price list", () => {
  for (const row of PRICES.filter((entry) => entry.confidence === "high"))
    expect(row.source).toMatch(/amazonaws\.com\/offers|aws\.amazon\.com|AWS Price List/);
});

test("Capacity Block rates are low: they are years old", () => {
  const blocks = PRICES.filter((row) => row.item.startsWith("capacity-block/"));
  expect(blocks.map((row) => [row.confidence, row.asOf])).toEqual(Array(3).fill(["low", "2024-12"]));
});

test("every storage class and every Lustre tier has a price", () => {
  for (const name of Object.keys(S3_STORAGE_CLASSES)) {
    const item = name === "INTELLIGENT_TIERING" ? `s3/${name}/frequent` : `s3/${name}`;
    expect(price(item, here)).toBeGreaterThan(0);
  }
  for (const [name, facts] of Object.entries(LUSTRE_DEPLOYMENTS))
    for (const tier of facts.throughputs) expect(price(`fsx-lustre/${name}/${tier}`, here)).toBeGreaterThan(0);
});

test("colder classes cost less to keep", () => {
  const order = ["STANDARD", "STANDARD_IA", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"];
  const prices = order.map((name) => price(`s3/${name}`, here) ?? 0);
  expect([...prices].sort((a, b) => b - a)).toEqual(prices);
});

describe("prices of instances", () => {
  test.each<[string, string, number | null]>([
    ["p5.48xlarge", "us-east-1", 55.04],
    ["p5.48xlarge", "us-west-2", 55.04],
    ["p5.48xlarge", "eu-north-1", 58.8928],
    ["p5.48xlarge", "ap-northeast-1", 68.8],
    ["p5en.48xlarge", "ap-southeast-3", 87.34848],
    ["p6-b200.48xlarge", "us-east-2", 113.9328],
    ["m7i.xlarge", "us-west-2", 0.2016],
    ["m7i.16xlarge", "eu-central-1", 3.864],
    ["gr6.4xlarge", "ap-northeast-1", 2.2323],
    ["g4dn.xlarge", "me-south-1", 0.645],
    ["g5.48xlarge", "eu-west-1", 18.18233],
    ["g6.12xlarge", "ca-central-1", 5.10933],
    ["g6e.48xlarge", "eu-north-1", 31.96075],
    ["c7i.16xlarge", "ap-southeast-2", 3.7296],
    ["g7e.48xlarge", "us-east-2", 33.14432],
    ["p5.48xlarge", "us-gov-west-1", 66.048],
    ["m7i.xlarge", "us-gov-east-1", 0.2541],
    ["m7i.16xlarge", "ap-northeast-1", null],
    ["p5e.48xlarge", "us-east-2", null],
    ["p5.48xlarge", "eu-central-1", null],
    ["p5.48xlarge", "constructor", null],
  ])("%s in %s: %s", (type, region, usd) => {
    expect(instancePrice(type as (typeof INSTANCE_TYPE_NAMES)[number], region)).toBe(usd);
  });

  test("are of Regions and types that the facts know, above zero, with a source that can be opened", () => {
    for (const [region, { usdPerHour, source, asOf }] of Object.entries(INSTANCE_PRICES)) {
      expect(Object.keys(REGIONS)).toContain(region);
      expect(source).toMatch(/^https:\/\//);
      expect(asOf === null || /^\d{4}(-\d\d){0,2}$/.test(asOf)).toBe(true);
      for (const [type, usd] of Object.entries(usdPerHour)) {
        expect(INSTANCE_TYPE_NAMES).toContain(type);
        expect(usd).toBeGreaterThan(0);
      }
    }
  });

  test("cost nowhere less than half, nor more than twice, what they cost in us-east-1", () => {
    for (const [region, { usdPerHour }] of Object.entries(INSTANCE_PRICES))
      for (const [type, usd] of Object.entries(usdPerHour)) {
        const base = instancePrice(type as (typeof INSTANCE_TYPE_NAMES)[number], here);
        if (base !== null) expect([region, type, usd / base > 0.5 && usd / base < 2]).toEqual([region, type, true]);
      }
  });

  // AWS sets what a family costs in a Region, not a size: a figure that was read wrongly stands out
  test("are as much dearer than in us-east-1 for every size of a family", () => {
    for (const [region, { usdPerHour }] of Object.entries(INSTANCE_PRICES)) {
      const dearer: Record<string, number> = {};
      for (const [type, usd] of Object.entries(usdPerHour)) {
        const base = instancePrice(type as (typeof INSTANCE_TYPE_NAMES)[number], here);
        const family = type.split(".")[0] ?? type;
        if (base === null) continue;
        const ratio = usd / base / (dearer[family] ??= usd / base);
        expect([region, type, Math.abs(ratio - 1) < 0.003]).toEqual([region, type, true]);
      }
    }
  });
});
