import { z } from "zod";
import { INSTANCE_TYPE_NAMES, INSTANCE_TYPES } from "../facts/instance-types";
import { PRICES } from "../facts/prices";
import { didYouMean } from "../kernel/nearest";
import { key } from "../kernel/key";

/** What can have a price of one's own, by its unit. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...PRICES.map(({ item, unit }) => [item, unit] as const),
  ...INSTANCE_TYPE_NAMES.flatMap((type) => [
    [type, "hour"] as const,
    [`spot/${type}`, "hour"] as const,
    ...(INSTANCE_TYPES[type].purchase.capacityBlock ? [[`capacity-block/${type}`, "hour"] as const] : []),
  ]),
]);

/** What one price of a key buys: `hour`, `GB-month`, …; null: nothing has that key. */
export function priceUnit(name: string): string | null {
  return UNITS.get(name) ?? null;
}

/** Key of a price: an instance type, `spot/<type>`, `capacity-block/<type>`, or an item of `config/facts/prices.json`. */
const priceKey = z.string().refine((name) => UNITS.has(name), {
  error: ({ input }) => {
    const near = typeof input === "string" ? didYouMean(input, [...UNITS.keys()]) : undefined;
    const means = "names no price: write an instance type, spot/<type>, capacity-block/<type>";
    return `${means} or an item of config/facts/prices.json${near ? `; ${near}` : ""}`;
  },
});

const ownPrice = z.strictObject({
  usd: key(z.number().min(0).max(10_000_000), {
    description:
      "What it costs, in the unit of the list price: an hour for instances (of one instance, also in a Capacity Block), a GB and month for storage.",
    unit: "USD",
    example: 31.46,
    update: "none",
  }),
  agreement: key(z.enum(["contract", "savings-plan", "private-offer", "reserved-instances"]), {
    description: "What gives the price.",
    update: "none",
  }),
  asOf: key(z.iso.date({ error: "must be a date, such as 2026-11-01" }), {
    description: "Day from which the price holds. Before it, the list price is used.",
    example: "2026-11-01",
    update: "none",
  }),
  until: key(z.iso.date({ error: "must be a date, such as 2027-10-31" }).optional(), {
    description: "Last day of the agreement. After it, the list price is used.",
    defaultNote: "no end",
    example: "2027-10-31",
    update: "none",
  }),
});

/** Prices that the account has agreed on; all others are list prices of the Region. */
export const pricesSchema = z.record(priceKey, ownPrice);
