import { OPENZFS_IOPS_PER_GIB } from "../../facts/openzfs";
import type { CostItem } from "../../money/cost";
import { monthly } from "../../money/cost-nodes";
import { itemPrice, type PriceBook } from "../../money/price-book";
import type { ResolvedOpenzfs } from "./resolve";

/** Storage, throughput, and IOPS beyond those that come with storage; unknown where the price of a part is. */
export function openzfsCost({ title, config, iops }: ResolvedOpenzfs, prices: PriceBook): CostItem {
  const { capacityGiB, throughputMBps, deployment } = config;
  const label = `${title} ${capacityGiB} GiB, ${throughputMBps} MB/s`;
  // what serves twice has another price than what serves once
  const of = deployment.replace(/-\d$/, "");
  const extra = Math.max(0, iops - capacityGiB * OPENZFS_IOPS_PER_GIB);
  const parts: readonly (readonly [what: string, amount: number, price: number | null])[] = [
    ["storage", capacityGiB, itemPrice(prices, `fsx-openzfs/${of}/storage`)],
    ["throughput", throughputMBps, itemPrice(prices, `fsx-openzfs/${of}/throughput`)],
    ...(extra > 0 ? [["IOPS", extra, itemPrice(prices, `fsx-openzfs/${of}/iops`)] as const] : []),
  ];
  const unknown = parts.filter(([, , price]) => price === null).map(([what]) => what);
  if (unknown.length > 0) return monthly(label, null, `price of ${unknown.join(" and ")} unknown`);
  return monthly(
    label,
    parts.reduce((sum, [, amount, price]) => sum + amount * price!, 0),
  );
}
