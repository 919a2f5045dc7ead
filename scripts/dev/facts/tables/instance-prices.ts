import { paginateGetProducts, PricingClient } from "@aws-sdk/client-pricing";
import { INSTANCE_TYPE_NAMES } from "../../../../config/facts/instance-types";
import { REGIONS } from "../../../../config/facts/regions";
import type { AwsAccess } from "../../../lib/aws/access";
import { askAws } from "../../../lib/aws/ask-aws";
import { PartialAnswerError, whole, type FactTable, type Json, type PublishedValue } from "../fact-table";

interface File {
  readonly regions: Readonly<Record<string, { readonly usdPerHour: Readonly<Record<string, number>> }>>;
}

/** Where the price list can be asked. @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-price-list-query-api.html */
const ENDPOINT = "us-east-1";
const API = "https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_pricing_GetProducts.html";

/** Partitions whose prices the list has, in USD. */
const LISTED = ["aws", "aws-us-gov"];

/** As a row of the table means a price: Linux, on demand, shared tenancy, nothing installed, not of a reservation. */
const FILTERS = {
  locationType: "AWS Region",
  operatingSystem: "Linux",
  tenancy: "Shared",
  capacitystatus: "Used",
  preInstalledSw: "NA",
} as const;

const TYPES: ReadonlySet<string> = new Set(INSTANCE_TYPE_NAMES);

export const INSTANCE_PRICES_TABLE: FactTable<File> = {
  name: "instance-prices",
  source: "pricing:GetProducts of AmazonEC2, for each Region",
  file: "config/facts/instance-prices.json",
  keptByHand: ["Regions of China and of the Sovereign Cloud, Local Zones, Capacity Blocks"],
  ask: async ({ aws, today }, { regions }) => {
    const names = Object.entries(REGIONS).flatMap(([name, { partition }]) =>
      LISTED.includes(partition) ? [name] : [],
    );
    const listed = new Map<string, ReadonlyMap<string, number>>();
    for (const name of names) listed.set(name, await pricesIn(aws, name));
    if ([...listed.values()].every((prices) => prices.size === 0))
      throw new PartialAnswerError("pricing:GetProducts has no price of any type of the table");
    const has = (region: string) => regions[region]?.usdPerHour ?? {};
    return {
      published: [...listed].flatMap(([region, prices]): PublishedValue[] =>
        Object.hasOwn(regions, region)
          ? [...prices].map(([type, usd]) => ({ path: ["regions", region, "usdPerHour", type], value: usd }))
          : prices.size === 0
            ? []
            : [{ path: ["regions", region], value: { ...readOn(today), usdPerHour: inOrder(prices) } }],
      ),
      stamps: (changed) =>
        [...new Set(changed.map(({ path }) => String(path[1])))]
          .filter((region) => Object.hasOwn(regions, region))
          .flatMap((region) =>
            Object.entries(readOn(today)).map(([key, value]) => ({ path: ["regions", region, key], value })),
          ),
      gone: [...listed].flatMap(([region, prices]) =>
        Object.keys(has(region))
          .filter((type) => !prices.has(type))
          .map((type) => `${region}: the list has no price of ${type}`),
      ),
      notes: [],
    };
  },
};

const readOn = (today: string) => ({
  asOf: today,
  source: `${API} (pricing:GetProducts of AmazonEC2, asked on ${today})`,
  confidence: "medium",
});

const inOrder = (prices: ReadonlyMap<string, number>): Record<string, Json> =>
  Object.fromEntries(INSTANCE_TYPE_NAMES.flatMap((type) => (prices.has(type) ? [[type, prices.get(type)!]] : [])));

/** Prices of the types of the table in a Region, USD per hour. */
async function pricesIn(aws: AwsAccess, regionCode: string): Promise<Map<string, number>> {
  const Filters = Object.entries({ ...FILTERS, regionCode }).map(([Field, Value]) => ({
    Type: "TERM_MATCH" as const,
    Field,
    Value,
  }));
  const found = new Map<string, number>();
  await askAws("pricing:GetProducts", async () => {
    const client = aws.client(PricingClient, ENDPOINT);
    for await (const { PriceList } of paginateGetProducts({ client }, { ServiceCode: "AmazonEC2", Filters })) {
      for (const text of whole(PriceList, "PriceList")) {
        const product = read(text as string);
        const { instanceType = "", marketoption = "OnDemand" } = product.product?.attributes ?? {};
        if (!TYPES.has(instanceType) || marketoption !== "OnDemand") continue;
        const usd = hourly(product, instanceType);
        if (found.has(instanceType) && found.get(instanceType) !== usd)
          throw new PartialAnswerError(`${regionCode} has two prices of ${instanceType}`);
        found.set(instanceType, usd);
      }
    }
  });
  return found;
}

/** The parts of a product that are read. */
interface Product {
  readonly product?: { readonly attributes?: Readonly<Record<string, string>> };
  readonly terms?: { readonly OnDemand?: Readonly<Record<string, Term>> };
}
interface Term {
  readonly priceDimensions?: Readonly<
    Record<string, { readonly unit?: string; readonly pricePerUnit?: { readonly USD?: string } }>
  >;
}

function read(text: string): Product {
  try {
    return JSON.parse(text) as Product;
  } catch {
    throw new PartialAnswerError("pricing:GetProducts answered a product that is no JSON");
  }
}

function hourly({ terms }: Product, type: string): number {
  const prices = Object.values(terms?.OnDemand ?? {}).flatMap(({ priceDimensions = {} }) =>
    Object.values(priceDimensions),
  );
  const [price, ...others] = prices;
  const usd = Number(whole(price?.pricePerUnit?.USD, `the price of ${type}`));
  if (others.length > 0 || price?.unit !== "Hrs" || !(usd > 0))
    throw new PartialAnswerError(`the price of ${type} is not one of an hour`);
  return usd;
}
