import { REGIONS } from "../../../../config/facts/regions";
import { fetchText, type Fetch } from "../../../lib/charts/repositories";
import { PartialAnswerError, whole, type FactTable, type Json, type PublishedValue } from "../fact-table";
import { FSX_ITEMS, S3_ITEMS, type StorageItem } from "./storage-items";

interface File {
  readonly offers: Readonly<
    Record<string, Readonly<Record<string, { readonly usd: Readonly<Record<string, number>> }>>>
  >;
}

/** @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api-fetching-price-list-files-manually.html */
const HOST = "https://pricing.us-east-1.amazonaws.com";

/** The list of S3 of one Region takes some seconds. */
const TIMEOUT_MS = 120_000;

const OFFERS = { AmazonFSx: FSX_ITEMS, AmazonS3: S3_ITEMS } as const;

/** Prices of FSx for Lustre and of S3, by what the list says of a product: no SKU of any Region is written down. */
export const STORAGE_PRICES_TABLE: FactTable<File> = {
  name: "storage-prices",
  source: "the price list's files of AmazonFSx and AmazonS3 of each Region, by the attributes of products",
  file: "config/facts/storage-prices.json",
  keptByHand: [
    "Regions that the list has no file of: China, the Sovereign Cloud",
    "prices of FSx for OpenZFS and of EFS",
  ],
  ask: async ({ fetch }, { offers }) => {
    const lists: RegionList[] = [];
    for (const [offer, items] of Object.entries(OFFERS))
      for (const [region, path] of await filesOf(offer, fetch))
        lists.push({ offer, region, ...pricesOf(await json(`${HOST}${path}`, fetch), items, `${HOST}${path}`) });
    const has = ({ offer, region }: Pick<RegionList, "offer" | "region">) => offers[offer]?.[region]?.usd ?? {};
    const isNew = ({ offer, region }: RegionList) => offers[offer]?.[region] === undefined;
    return {
      published: lists.flatMap((list): PublishedValue[] => {
        const { offer, region, usd } = list;
        if (usd.size === 0) return [];
        return isNew(list)
          ? [{ path: ["offers", offer, region], value: { ...howOf(list), usd: Object.fromEntries(usd) } }]
          : [...usd].map(([item, value]) => ({ path: ["offers", offer, region, "usd", item], value }));
      }),
      stamps: (changed) =>
        lists
          .filter(
            (list) => !isNew(list) && changed.some(({ path }) => path[1] === list.offer && path[2] === list.region),
          )
          .flatMap((list) =>
            Object.entries(howOf(list)).map(([key, value]) => ({
              path: ["offers", list.offer, list.region, key],
              value,
            })),
          ),
      gone: lists.flatMap((list) =>
        Object.keys(has(list))
          .filter((item) => !list.usd.has(item))
          .map((item) => `${item} in ${list.region}: the list has no price of it`),
      ),
      notes: lists.flatMap(({ region, unclear }) => unclear.map((text) => `${region}: ${text}`)),
    };
  },
};

interface RegionList extends Listed {
  readonly offer: string;
  readonly region: string;
}
interface Listed {
  readonly usd: ReadonlyMap<string, number>;
  /** Items that several products have prices of, or one counts in another unit. */
  readonly unclear: readonly string[];
  readonly url: string;
  readonly asOf: string;
}

const howOf = ({ asOf, url }: Listed): Record<string, Json> => ({
  asOf,
  source: `${url}, by the attributes of its products`,
  confidence: "medium",
});

/** Paths of the newest files of an offer, by Region. */
async function filesOf(offer: string, fetch: Fetch): Promise<readonly (readonly [string, string])[]> {
  const url = `${HOST}/offers/v1.0/aws/${offer}/current/region_index.json`;
  const { regions } = (await json(url, fetch)) as {
    regions?: Readonly<Record<string, { readonly currentVersionUrl?: string }>>;
  };
  return Object.entries(whole(regions, `regions of ${url}`)).flatMap(([region, { currentVersionUrl }]) => {
    if (!Object.hasOwn(REGIONS, region)) return [];
    const path = whole(currentVersionUrl, `currentVersionUrl of ${region} in ${url}`);
    if (!path.startsWith("/offers/")) throw new PartialAnswerError(`${url} names a file elsewhere: ${path}`);
    return [[region, path] as const];
  });
}

async function json(url: string, fetch: Fetch): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(fetch, url, TIMEOUT_MS)) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) throw new PartialAnswerError(`${url} is no JSON, or cut off`);
    throw error;
  }
}

interface Offer {
  readonly publicationDate?: string;
  readonly products?: Readonly<Record<string, Product>>;
  readonly terms?: { readonly OnDemand?: Readonly<Record<string, Readonly<Record<string, Term>>>> };
}
interface Product {
  readonly productFamily?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}
interface Term {
  readonly priceDimensions?: Readonly<Record<string, Dimension>>;
}
interface Dimension {
  readonly unit?: string;
  readonly beginRange?: string;
  readonly pricePerUnit?: { readonly USD?: string };
}

function pricesOf(answer: unknown, items: readonly StorageItem[], url: string): Listed {
  const { publicationDate, products, terms } = answer as Offer;
  const all = Object.entries(whole(products, `products of ${url}`));
  const onDemand = whole(terms?.OnDemand, `terms.OnDemand of ${url}`);
  const asOf = /^\d{4}-\d{2}-\d{2}/.exec(whole(publicationDate, `publicationDate of ${url}`))?.[0];
  const usd = new Map<string, number>();
  const unclear: string[] = [];
  for (const item of items) {
    const dimensions = all
      .filter(([, product]) => isOf(product, item))
      .flatMap(([sku]) => Object.values(onDemand[sku] ?? {}))
      .flatMap(({ priceDimensions = {} }) => Object.values(priceDimensions))
      // of what becomes cheaper by the amount, the first part: that is what a table of prices says
      .filter(({ beginRange = "0" }) => beginRange === "0");
    const prices = new Set(
      dimensions.map(({ pricePerUnit }) => Number(whole(pricePerUnit?.USD, `USD of ${item.item} in ${url}`))),
    );
    const other = dimensions.find(({ unit }) => unit !== item.unit);
    const [first] = prices;
    if (first === undefined) continue;
    if (other) unclear.push(`${item.item} is counted in ${other.unit}, and not in ${item.unit}: left out`);
    else if (prices.size > 1) unclear.push(`${item.item} has ${prices.size} prices: left out`);
    else if (!Number.isFinite(first)) throw new PartialAnswerError(`${item.item} has no number as its price in ${url}`);
    // 0.000005 × 1000 is 0.005, and not 0.0049999…
    else usd.set(item.item, Number((first * item.times).toPrecision(12)));
  }
  return { usd, unclear, url, asOf: whole(asOf, `the day of ${url}`) };
}

function isOf({ productFamily, attributes = {} }: Product, { usage, attributes: wanted = {} }: StorageItem): boolean {
  const has: Readonly<Record<string, string | undefined>> = { ...attributes, productFamily };
  const name = attributes["usagetype"] ?? "";
  return (
    (usage === undefined ||
      name === usage ||
      (name.endsWith(`-${usage}`) && /^[A-Z]{2,4}\d?$/.test(name.slice(0, -usage.length - 1)))) &&
    Object.entries(wanted).every(([key, value]) => has[key] === value)
  );
}
