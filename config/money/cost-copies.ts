import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import { price } from "../facts/prices";
import type { CostItem } from "./cost";
import { itemPrice, type PriceBook } from "./price-book";

/**
 * A second copy of what is written into the bucket of the checkpoints. How much that is nobody knows beforehand, nor what AWS asks
 * for traffic between Regions, requests, and Replication Time Control: no document read gives it.
 * @see https://aws.amazon.com/s3/pricing/
 */
export function copyCosts(checkpoints: ResolvedCheckpoints | null, prices: PriceBook): CostItem[] {
  const to = checkpoints?.replicateTo;
  if (!to) return [];
  const storageClass = to.storageClass ?? "STANDARD";
  const item = `s3/${storageClass}${storageClass === "INTELLIGENT_TIERING" ? "/frequent" : ""}`;
  const usd = to.region === prices.region ? itemPrice(prices, item) : price(item, to.region);
  const stored =
    usd === null
      ? `what a GB in ${to.region} costs is unknown`
      : `$${usd} a month for a GB in ${storageClass} in ${to.region}`;
  const others = [
    ...(to.region === prices.region ? [] : ["traffic between Regions"]),
    "requests",
    ...(to.timeControl ? ["time control"] : []),
    "metrics of replication",
  ];
  return [
    {
      label: `copies of checkpoints in ${to.bucket}`,
      usdPerHour: null,
      usdPerMonth: null,
      note: `billed by use: ${stored}; unknown: ${others.join(", ")}`,
      byUse: true,
    },
  ];
}

/** Metrics of requests to the bucket, each of which AWS charges as one of one's own. */
export const requestMetricCosts = (checkpoints: ResolvedCheckpoints | null): CostItem[] =>
  checkpoints?.requestMetrics
    ? [
        {
          label: "request metrics of the bucket of checkpoints",
          usdPerHour: null,
          usdPerMonth: null,
          note: "billed for each metric that there were requests for, and for asking: what one costs is unknown",
          byUse: true,
        },
      ]
    : [];
