import type { InstanceTypeName } from "./instance-types";
import instances from "./instance-prices.json";
import table from "./prices.json";
import storage from "./storage-prices.json";

/** Prices change; everything made of them is an estimate. */
export interface Price {
  /** What is priced, such as `s3/STANDARD`; the first part is the service. */
  readonly item: string;
  /** USD per unit, list price without tax or discount; null: no document read gives it. */
  readonly price: number | null;
  /** What one price buys: `hour`, `GB-month`, … */
  readonly unit: string;
  readonly region: string;
  /** Day, month or year that the price was read or published; null: the source has no date. */
  readonly asOf: string | null;
  readonly source: string;
  /** `high`: AWS's price list by SKU in two readings. `medium`: one good reading. `low`: weak or stale. */
  readonly confidence: "high" | "medium" | "low";
  /** Offer of the AWS price list that has it, and its SKU there: with both, `npm run facts` asks for it again. */
  readonly offer?: string;
  readonly sku?: string;
}

/** What instances cost in one Region: on demand, Linux, shared tenancy, USD per hour. */
export interface InstancePrices extends Pick<Price, "asOf" | "source" | "confidence"> {
  /** A type without a row has no known price in the Region. */
  readonly usdPerHour: Readonly<Partial<Record<InstanceTypeName, number>>>;
}

/** What the price list of a Region says of one offer. */
export interface StoragePrices extends Pick<Price, "asOf" | "source" | "confidence"> {
  /** By item; one that is not in it has no known price in the list. */
  readonly usd: Readonly<Record<string, number>>;
}

const WRITTEN = table.rows as readonly Price[];

/** Rows of storage, by Region: what the price list says goes before what pages and copies say of the same item there. */
export function withListed(
  rows: readonly Price[],
  offers: Readonly<Record<string, Readonly<Record<string, StoragePrices>>>>,
) {
  const units = new Map(rows.map(({ item, unit }) => [item, unit]));
  const listed = Object.values(offers).flatMap((regions) =>
    Object.entries(regions).flatMap(([region, { usd, ...how }]) =>
      Object.entries(usd).flatMap(([item, each]): Price[] => {
        const unit = units.get(item);
        return unit === undefined ? [] : [{ item, price: each, unit, region, ...how }];
      }),
    ),
  );
  const names = new Set(listed.map(keyOf));
  return [...rows.filter((row) => !names.has(keyOf(row))), ...listed];
}

const keyOf = ({ region, item }: Price): string => `${region} ${item}`;

/** All rows. Prices of instances stand in {@link INSTANCE_PRICES}. */
export const PRICES: readonly Price[] = withListed(
  WRITTEN,
  storage.offers as Readonly<Record<string, Readonly<Record<string, StoragePrices>>>>,
);

/** Prices of instances, by Region. A Region that is not in it has no known price. */
export const INSTANCE_PRICES: Readonly<Record<string, InstancePrices>> = instances.regions as Readonly<
  Record<string, InstancePrices>
>;

const byKey = new Map(PRICES.map((row) => [keyOf(row), row]));

/** Row of an item in a Region; null where there is none. */
export function priceRow(item: string, region: string): Price | null {
  return byKey.get(`${region} ${item}`) ?? null;
}

/** USD per unit of an item in a Region; null where it is unknown. */
export function price(item: string, region: string): number | null {
  return priceRow(item, region)?.price ?? null;
}

/** On-demand price of an instance in a Region, USD per hour; null where it is unknown. */
export function instancePrice(type: InstanceTypeName, region: string): number | null {
  return Object.hasOwn(INSTANCE_PRICES, region) ? (INSTANCE_PRICES[region]?.usdPerHour[type] ?? null) : null;
}
