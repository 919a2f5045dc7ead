import { logStore } from "../logs/logs";
import type { SiteConfig } from "../sites/keys";
import { DAYS_PER_MONTH, HOURS_PER_MONTH } from "./cost-nodes";
import type { CostItem } from "./cost";
import { itemPrice, type PriceBook } from "./price-book";

/**
 * Logs in CloudWatch: what comes in, and what is kept of it. AWS stores it compressed and names no ratio, so that what is kept
 * is counted as it came, which is too much.
 * @see https://aws.amazon.com/cloudwatch/pricing/
 */
export function logCosts(logs: SiteConfig["logs"], prices: PriceBook): CostItem[] {
  const store = logStore(logs);
  if (store?.kind !== "cloudwatch") return [];
  const label = "logs of pods and nodes in CloudWatch";
  const comes = itemPrice(prices, "cloudwatch-logs/ingest");
  const stays = itemPrice(prices, "cloudwatch-logs/storage");
  const { expectedGiBPerDay } = logs;
  if (expectedGiBPerDay === undefined) {
    const each =
      comes === null || stays === null
        ? ""
        : `: $${comes.toFixed(2)} for a GiB that comes in, and $${stays.toFixed(2)} a month for one that is kept`;
    return [
      {
        label,
        usdPerHour: null,
        usdPerMonth: null,
        note: `billed by use${each}; logs.expectedGiBPerDay makes a number of it`,
        byUse: true,
      },
    ];
  }
  const named = `${label}: ${expectedGiBPerDay} GiB a day, kept for ${store.retentionDays} days`;
  if (comes === null || stays === null)
    return [{ label: named, usdPerHour: null, usdPerMonth: null, note: "no price is known" }];
  const usdPerMonth = expectedGiBPerDay * (DAYS_PER_MONTH * comes + store.retentionDays * stays);
  return [
    {
      label: named,
      usdPerHour: usdPerMonth / HOURS_PER_MONTH,
      usdPerMonth,
      note: "as logs.expectedGiBPerDay says; what is kept costs less, for AWS compresses it",
    },
  ];
}
