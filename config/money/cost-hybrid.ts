import type { HybridConfig } from "../sites/aws-eks/hybrid/schema";
import type { HybridPool } from "../sites/aws-eks/hybrid/pool";
import type { CostItem } from "./cost";
import { HOURS_PER_MONTH, hourly } from "./cost-nodes";
import { itemPrice, type PriceBook } from "./price-book";

const ITEM = "eks/hybrid-node";

/** vCPU-hours of a month that the account pays at the first price. What comes beyond has a price that no document read gives. */
export const FIRST_TIER_VCPU_HOURS = 576_000;

/** What EKS bills for hybrid nodes: their vCPUs by the hour, as long as they are registered. The servers are paid for elsewhere. */
export function hybridCosts(pools: readonly HybridPool[], prices: PriceBook): CostItem[] {
  if (pools.length === 0) return [];
  const vcpus = pools.reduce((sum, { count, hardware }) => sum + count.max * hardware.vcpus, 0);
  const usd = itemPrice(prices, ITEM);
  const label = `hybrid nodes: ${pools.map(({ count, name }) => `${count.max} × ${name}`).join(", ")}, ${vcpus} vCPU`;
  const note = "the fee of EKS alone: servers, their power and their network are not in it";
  const isAgreed = Object.hasOwn(prices.own, ITEM);
  const atFirst = isAgreed ? vcpus : Math.min(vcpus, FIRST_TIER_VCPU_HOURS / HOURS_PER_MONTH);
  const first = hourly(label, atFirst, { usd, note });
  if (atFirst === vcpus) return [first];
  const beyond = `hybrid nodes beyond ${FIRST_TIER_VCPU_HOURS.toLocaleString("en")} vCPU-hours a month`;
  return [first, hourly(beyond, vcpus - atFirst, { usd: null, note: "the price of that tier is not known here" })];
}

/** What a transit gateway takes for the VPC on it. */
export function attachmentCosts(hybrid: HybridConfig | undefined, prices: PriceBook): CostItem[] {
  if (hybrid?.connection.kind !== "transit-gateway") return [];
  const usd = itemPrice(prices, "transit-gateway/attachment");
  const note = usd === null ? "no price of it was read" : "without traffic";
  return [hourly("transit gateway: 1 attachment", 1, { usd, note })];
}
