import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRICES, withListed, type StoragePrices } from "../../../../../config/facts/prices";
import { PartialAnswerError } from "../../../../../scripts/dev/facts/fact-table";
import { refresh } from "../../../../../scripts/dev/facts/refresh";
import { FSX_ITEMS, S3_ITEMS } from "../../../../../scripts/dev/facts/tables/storage-items";
import { STORAGE_PRICES_TABLE } from "../../../../../scripts/dev/facts/tables/storage-prices";
import { offerList, regionIndex, type ListedProduct } from "../../../../helpers/price-list";
import { ROOT } from "../../../../helpers/process";

const TEXT = readFileSync(join(ROOT, STORAGE_PRICES_TABLE.file), "utf8");
const EMPTY = regionIndex("AmazonS3", []);
const lustre = (more: Record<string, string>) => ({
  fileSystemType: "Lustre",
  operation: "CreateFileSystem:Lustre",
  ...more,
});
const ssd = (throughput: string, usd: number, code = "EUC1"): ListedProduct => ({
  family: "Storage",
  attributes: lustre({
    storageType: "SSD",
    throughputCapacity: throughput,
    usagetype: `${code}-Storage.SSD.${throughput}`,
  }),
  prices: [{ unit: "GB-Mo", usd }],
});
const request = (usage: string, operation: string, usd: number): ListedProduct => ({
  family: "API Request",
  attributes: { usagetype: usage, operation },
  prices: [{ unit: "Requests", usd }],
});

/** What is asked of AWS' host, by path. */
async function asked(files: Readonly<Record<string, string>>, text = TEXT) {
  const fetch = (url: string | URL | Request) => {
    const body = files[String(url).replace("https://pricing.us-east-1.amazonaws.com", "")];
    return Promise.resolve(new Response(body ?? "", { status: body === undefined ? 404 : 200 }));
  };
  const props = { fetch, aws: undefined as never, today: "2026-12-01" };
  const answer = await STORAGE_PRICES_TABLE.ask(props, JSON.parse(text) as never);
  const written = refresh(text, answer);
  return { answer, written, offers: (JSON.parse(written.text) as { offers: Offers }).offers };
}
type Offers = Record<string, Record<string, StoragePrices>>;

const index = (offer: string) => `/offers/v1.0/aws/${offer}/current/region_index.json`;
const path = (offer: string, region: string) => `/offers/v1.0/aws/${offer}/20261120/${region}/index.json`;
/** Files of both offers in Frankfurt. */
const frankfurt = (fsx: readonly ListedProduct[], s3: readonly ListedProduct[]) => ({
  [index("AmazonFSx")]: regionIndex("AmazonFSx", ["eu-central-1", "mars-1"]),
  [index("AmazonS3")]: regionIndex("AmazonS3", ["eu-central-1"]),
  [path("AmazonFSx", "eu-central-1")]: offerList("AmazonFSx", fsx),
  [path("AmazonS3", "eu-central-1")]: offerList("AmazonS3", s3),
});

test("prices of a Region are found by what products are, with their day and file, and are those of this Region alone", async () => {
  const { offers, answer, written } = await asked(
    frankfurt(
      [
        ssd("125", 0.175),
        ssd("50", 0.168),
        {
          ...ssd("N/A", 0.168),
          attributes: lustre({ storageType: "SSD", throughputCapacity: "N/A", usagetype: "EUC1-Storage" }),
        },
        // backups, and file systems of Windows: another product of the same family
        { ...ssd("125", 0.05), attributes: lustre({ usagetype: "EUC1-BackupUsage" }) },
        {
          ...ssd("125", 0.9),
          attributes: { fileSystemType: "Windows", storageType: "SSD", throughputCapacity: "125", usagetype: "x" },
        },
        {
          family: "Provisioned IOPS",
          attributes: lustre({ usagetype: "EUC1-MetadataIOPS" }),
          prices: [{ unit: "IOPS-Mo", usd: 0.066 }],
        },
      ],
      [
        {
          family: "Storage",
          attributes: { usagetype: "EUC1-TimedStorage-ByteHrs" },
          prices: [
            { unit: "GB-Mo", usd: 0.0235, from: "51200" },
            { unit: "GB-Mo", usd: 0.0245 },
            { unit: "GB-Mo", usd: 0.0225, from: "512000" },
          ],
        },
        {
          family: "Storage",
          attributes: { usagetype: "EUC1-Tables-TimedStorage-ByteHrs" },
          prices: [{ unit: "GB-Mo", usd: 0.03 }],
        },
        request("EUC1-Requests-Tier1", "", 0.0000054),
        request("EUC1-Requests-Tier3", "S3-GlacierTransition", 0.000036),
        request("EUC1-Requests-Tier3", "S3-GDATransition", 0.00006),
        request("EUC1-Requests-Tier3", "RestoreObject", 0.00006),
        request("USE1-EUC1-Requests-Tier2", "", 9),
        request("EUC1-Requests-Tier2", "", 0.00000043),
      ],
    ),
  );
  const how = { asOf: "2026-11-20", confidence: "medium" };
  expect(offers["AmazonFSx"]).toEqual({
    "eu-central-1": {
      ...how,
      source: expect.stringContaining(path("AmazonFSx", "eu-central-1")) as unknown,
      usd: {
        "fsx-lustre/persistent-2-ssd/125": 0.175,
        "fsx-lustre/persistent-1-ssd/50": 0.168,
        "fsx-lustre/scratch": 0.168,
        "fsx-lustre/metadata-iops": 0.066,
      },
    },
  });
  expect(offers["AmazonS3"]!["eu-central-1"]!.usd).toEqual({
    "s3/STANDARD": 0.0245,
    "s3/STANDARD/put": 0.0054,
    "s3/STANDARD/get": 0.00043,
    "s3/GLACIER/transition": 0.036,
    "s3/DEEP_ARCHIVE/transition": 0.06,
    "s3/GLACIER/restore-request": 0.06,
  });
  expect(answer.notes).toEqual([]);

  const rows = withListed(PRICES, offers);
  const priced = (item: string, region: string) => rows.filter((row) => row.item === item && row.region === region);
  expect(priced("fsx-lustre/persistent-2-ssd/125", "eu-central-1")).toEqual([
    expect.objectContaining({ price: 0.175, unit: "GB-month", asOf: "2026-11-20" }),
  ]);
  expect(priced("fsx-lustre/persistent-2-ssd/125", "us-east-1")).toEqual([expect.objectContaining({ price: 0.145 })]);
  // what the list of the Region lacks is unknown there
  expect(priced("fsx-lustre/persistent-2-ssd/250", "eu-central-1")).toEqual([]);

  // asked again it is left to the byte; with another price of one item that one is written, and what is gone is told
  const files = frankfurt([ssd("125", 0.18)], []);
  const again = await asked(files, written.text);
  expect(again.written.changes).toEqual([
    { place: "offers/AmazonFSx/eu-central-1/usd/fsx-lustre/persistent-2-ssd/125", before: 0.175, after: 0.18 },
  ]);
  expect(again.answer.gone).toContain("s3/STANDARD in eu-central-1: the list has no price of it");
  expect((await asked(files, again.written.text)).written.changes).toEqual([]);
});

test("what the list of us-east-1 says goes before pages; its usage has no code, or one", async () => {
  const files = {
    [index("AmazonFSx")]: regionIndex("AmazonFSx", ["us-east-1"]),
    [index("AmazonS3")]: EMPTY,
    [path("AmazonFSx", "us-east-1")]: offerList("AmazonFSx", [ssd("250", 0.22, "USE1"), ssd("500", 0.35, "USE1")]),
  };
  const rows = withListed(PRICES, (await asked(files)).offers);
  expect(
    rows.filter(({ item, region }) => item === "fsx-lustre/persistent-2-ssd/250" && region === "us-east-1"),
  ).toEqual([expect.objectContaining({ price: 0.22, asOf: "2026-11-20", confidence: "medium" })]);
});

test("two prices of one item, or another unit, are told and left out", async () => {
  const odd = { ...ssd("500", 0.4), prices: [{ unit: "TB-Mo", usd: 400 }] };
  const { offers, answer } = await asked(frankfurt([ssd("125", 0.175), ssd("125", 0.18), odd, ssd("250", 0.25)], []));
  expect(offers["AmazonFSx"]!["eu-central-1"]!.usd).toEqual({ "fsx-lustre/persistent-2-ssd/250": 0.25 });
  expect(answer.notes).toEqual([
    "eu-central-1: fsx-lustre/persistent-2-ssd/125 has 2 prices: left out",
    "eu-central-1: fsx-lustre/persistent-2-ssd/500 is counted in TB-Mo, and not in GB-Mo: left out",
  ]);
});

test.each<[string, string]>([
  ["a list that is cut off", offerList("AmazonFSx", [ssd("125", 1)]).slice(0, -20)],
  ["no products", '{"publicationDate": "2026-11-20T00:00:00Z", "terms": {"OnDemand": {}}}'],
  ["no terms", '{"publicationDate": "2026-11-20T00:00:00Z", "products": {}}'],
  ["no day", '{"products": {}, "terms": {"OnDemand": {}}}'],
  ["a price that is no number", offerList("AmazonFSx", [ssd("125", NaN)])],
  ["nothing", "null"],
])("%s is no answer", async (_, list) => {
  const files = { ...frankfurt([], []), [path("AmazonFSx", "eu-central-1")]: list };
  await expect(asked(files)).rejects.toThrow(PartialAnswerError);
});

test("an index that sends elsewhere is not followed", async () => {
  const away = regionIndex("AmazonFSx", ["eu-central-1"]).replace("/offers/", "@example.com/");
  await expect(asked({ ...frankfurt([], []), [index("AmazonFSx")]: away })).rejects.toThrow("names a file elsewhere");
});

test("each item is one of the table of prices, once", () => {
  const items = [...S3_ITEMS, ...FSX_ITEMS].map(({ item }) => item);
  expect(new Set(items).size).toBe(items.length);
  const known = PRICES.filter(({ region, item }) => region === "us-east-1" && /^(s3|fsx-lustre)\//.test(item));
  expect(known.map(({ item }) => item).filter((item) => !items.includes(item))).toEqual([
    "fsx-lustre/intelligent-tiering/storage",
  ]);
  for (const item of items) expect(known.map((row) => row.item)).toContain(item);
});
