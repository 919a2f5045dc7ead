import type { InstanceTypeName } from "../facts/instance-types";
import { INSTANCE_PRICES, instancePrice, price, priceRow } from "../facts/prices";
import type { AwsConfig } from "../sites/aws-eks/schema";

export type OwnPrice = AwsConfig["prices"][string];

/** Which prices an environment pays: its own where it has some that hold now, those of the Region's list elsewhere. */
export interface PriceBook {
  readonly region: string;
  /** Agreements that hold now, by the key of the price. */
  readonly own: Readonly<Record<string, OwnPrice>>;
}

/** What something costs, and who says so. */
export interface Quote {
  /** USD per unit; null: no price is known. */
  readonly usd: number | null;
  /** What the price rests on, where it is not the price list of today: ends a note. */
  readonly note?: string;
}

/** Prices in a Region on a day: what config says for that day goes before the list. */
export function resolvePrices({ region, prices }: Pick<AwsConfig, "region" | "prices">, now: Date): PriceBook {
  const today = now.toISOString().slice(0, 10);
  const holds = ({ asOf, until }: OwnPrice) => asOf <= today && (until === undefined || today <= until);
  return { region, own: Object.fromEntries(Object.entries(prices).filter(([, own]) => holds(own))) };
}

/** An hour of an instance, on demand or in a reservation. */
export function hourOf({ region, own }: PriceBook, type: InstanceTypeName): Quote {
  return agreed(own, type) ?? listed(type, region);
}

/** An hour of a spot instance: the on-demand price bounds it. */
export function spotHourOf({ region, own }: PriceBook, type: InstanceTypeName): Quote {
  const note = "on-demand price: spot is cheaper and changes";
  const list = listed(type, region);
  return agreed(own, `spot/${type}`) ?? { ...list, note: list.note ? `${note}; ${list.note}` : note };
}

/** An hour of an instance in a Capacity Block. */
export function blockHourOf({ region, own }: PriceBook, type: InstanceTypeName): Quote {
  const item = `capacity-block/${type}`;
  const row = priceRow(item, region);
  const list = row?.price ? { usd: row.price, note: `list price of ${row.asOf ?? "an unknown day"}` } : { usd: null };
  return agreed(own, item) ?? list;
}

/** USD per unit of an item of `config/facts/prices.json`; null where it is unknown. */
export function itemPrice({ region, own }: PriceBook, item: string): number | null {
  return agreed(own, item)?.usd ?? price(item, region);
}

/** What the list of the Region says; a list without a date is told to have none. */
function listed(type: InstanceTypeName, region: string): Quote {
  const usd = instancePrice(type, region);
  return usd !== null && INSTANCE_PRICES[region]?.asOf === null ? { usd, note: "list price, undated" } : { usd };
}

function agreed(own: PriceBook["own"], name: string): Quote | null {
  const found = Object.hasOwn(own, name) ? own[name] : undefined;
  if (!found) return null;
  const end = found.until === undefined ? "" : ` until ${found.until}`;
  return { usd: found.usd, note: `${found.agreement.replaceAll("-", " ")} of ${found.asOf}${end}` };
}
