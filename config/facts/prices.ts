import table from "./prices.json";

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
}

/** All rows. Prices of instances stand with the instance types. */
export const PRICES = table.rows as readonly Price[];

const byKey = new Map(PRICES.map((row) => [`${row.region} ${row.item}`, row]));

/** Row of an item in a Region; null where there is none, as in every Region but us-east-1. */
export function priceRow(item: string, region: string): Price | null {
  return byKey.get(`${region} ${item}`) ?? null;
}

/** USD per unit of an item in a Region; null where it is unknown. */
export function price(item: string, region: string): number | null {
  return priceRow(item, region)?.price ?? null;
}
