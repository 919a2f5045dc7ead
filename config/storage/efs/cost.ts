import type { CostItem } from "../../money/cost";
import { monthly, times } from "../../money/cost-nodes";
import { itemPrice, type PriceBook } from "../../money/price-book";
import type { ResolvedEfs } from "./resolve";

/** What is bought; the rest is billed by use, and no estimate says how much that is. */
export function efsCost({ title, config: { throughput, zone } }: ResolvedEfs, prices: PriceBook): CostItem {
  const perGB = itemPrice(prices, zone === undefined ? "efs/standard" : "efs/one-zone");
  const stored =
    perGB === null ? "storage is billed by use" : `storage is billed by use: $${perGB.toFixed(2)} a GB-month`;
  if (throughput.mode !== "provisioned") {
    const moved = throughput.mode === "elastic" ? ", and so is what is read and written" : "";
    return { label: title, usdPerHour: null, usdPerMonth: null, note: `${stored}${moved}`, byUse: true };
  }
  const perMiBps = itemPrice(prices, "efs/provisioned-throughput");
  return monthly(
    `${title} ${throughput.mibps} MiB/s`,
    times(perMiBps, throughput.mibps),
    `throughput alone: ${stored}`,
  );
}
