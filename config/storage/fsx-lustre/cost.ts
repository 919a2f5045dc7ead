import { automaticMetadataIops } from "../../facts/lustre";
import type { CostItem } from "../../money/cost";
import { monthly, times } from "../../money/cost-nodes";
import type { ResolvedLustre } from "./resolve";
import { itemPrice, type PriceBook } from "../../money/price-book";

/** What a file system costs; of one that grows with use, its throughput. */
export function lustreCost({ config, size, title }: ResolvedLustre, prices: PriceBook): CostItem {
  if (config.deployment === "persistent-2-intelligent-tiering") {
    const perMBps = itemPrice(prices, "fsx-lustre/intelligent-tiering/throughput");
    const label = `${title} ${config.throughputMBps} MB/s, Intelligent-Tiering`;
    return monthly(label, times(perMBps, config.throughputMBps), "throughput alone: storage is billed by use");
  }
  const label = `${title} ${config.capacityGiB} GiB, ${config.deployment}`;
  const item = config.deployment === "scratch-2" ? "scratch" : `${config.deployment}/${config.throughput}`;
  const perGB = itemPrice(prices, `fsx-lustre/${item}`);
  if (perGB === null) return monthly(label, null);
  const extraIops = Math.max(0, (size.metadataIops ?? 0) - automaticMetadataIops(config.capacityGiB));
  const perIops = itemPrice(prices, "fsx-lustre/metadata-iops");
  if (extraIops > 0 && perIops === null) return monthly(label, null, "price of metadata IOPS unknown");
  return monthly(label, perGB * config.capacityGiB + (perIops ?? 0) * extraIops);
}
