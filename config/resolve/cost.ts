import { INSTANCE_TYPES } from "../facts/instance-types";
import { automaticMetadataIops } from "../facts/lustre";
import { price, priceRow } from "../facts/prices";
import type { ResolvedCluster } from "./cluster";
import type { ResolvedLustre } from "./lustre";
import type { ResolvedNodeGroup } from "./node-groups";
import type { ResolvedNetwork } from "./subnets";

/** One line of the estimate. */
export interface CostItem {
  readonly label: string;
  /** USD per hour at the largest size that config allows; null when a price is unknown. */
  readonly usdPerHour: number | null;
  /** What the number leaves out, or why it is unknown. */
  readonly note?: string;
}

/** What the environment costs while it runs at full size. List prices: an estimate, never a bill. */
export interface ResolvedCost {
  readonly items: readonly CostItem[];
  /** Sum of what is known. */
  readonly usdPerHour: number;
  /** Labels of items without a price. */
  readonly unknown: readonly string[];
}

/** What costs money, as far as the estimate goes. */
interface Costed {
  readonly region: string;
  readonly cluster: ResolvedCluster;
  readonly nodeGroups: readonly ResolvedNodeGroup[];
  readonly lustre: ResolvedLustre | null;
  readonly network: ResolvedNetwork;
}

/** Hours in a month, as AWS counts them. */
export const HOURS_PER_MONTH = 730;

export function resolveCost(env: Costed): ResolvedCost {
  const items = [
    ...env.nodeGroups.map((group) => groupCost(group, env.region)),
    systemNodesCost(env),
    controlPlaneCost(env),
    ...(env.lustre ? [lustreCost(env.lustre, env.region)] : []),
    ...networkCost(env),
  ];
  return {
    items,
    usdPerHour: items.reduce((sum, { usdPerHour }) => sum + (usdPerHour ?? 0), 0),
    unknown: items.filter((i) => i.usdPerHour === null).map((i) => i.label),
  };
}

function groupCost({ name, instanceType, facts, nodes, capacity }: ResolvedNodeGroup, region: string): CostItem {
  const label = `node group ${name}: ${nodes.max} × ${instanceType}`;
  const hourly = facts.usdPerHour[region] ?? null;
  const each = (usd: number | null) => (usd === null ? null : usd * nodes.max);
  switch (capacity.kind) {
    case "spot":
      return { label, usdPerHour: each(hourly), note: "on-demand price: spot is cheaper and changes" };
    case "capacity-block": {
      const row = priceRow(`capacity-block/${instanceType}`, region);
      const note = row?.price
        ? `prepaid with the block; list price of ${row.asOf ?? "an unknown day"}`
        : "prepaid with the block";
      return { label, usdPerHour: each(row?.price ?? null), note };
    }
    case "reservation":
      return { label, usdPerHour: each(hourly), note: "billed by the reservation, whether nodes run or not" };
    case "on-demand":
      return { label, usdPerHour: each(hourly) };
  }
}

function systemNodesCost({ cluster, region }: Costed): CostItem {
  const { instanceType, count } = cluster.systemNodes;
  const hourly = INSTANCE_TYPES[instanceType].usdPerHour[region] ?? null;
  return { label: `system nodes: ${count} × ${instanceType}`, usdPerHour: hourly === null ? null : hourly * count };
}

function controlPlaneCost({ cluster, region }: Costed): CostItem {
  const base = price(cluster.extendedSupport ? "eks/cluster-extended-support" : "eks/cluster", region);
  const tier = cluster.tier === "standard" ? 0 : price(`eks/provisioned-${cluster.tier}`, region);
  const known = base !== null && tier !== null;
  return {
    label: `EKS control plane${cluster.extendedSupport ? ", extended support" : ""}`,
    usdPerHour: known ? base + tier : null,
  };
}

function lustreCost({ config, size }: ResolvedLustre, region: string): CostItem {
  if (config.deployment === "persistent-2-intelligent-tiering") {
    const perMBps = price("fsx-lustre/intelligent-tiering/throughput", region);
    const label = `Lustre ${config.throughputMBps} MB/s, Intelligent-Tiering`;
    const usd = perMBps === null ? null : (perMBps * config.throughputMBps) / HOURS_PER_MONTH;
    return { label, usdPerHour: usd, note: "throughput alone: storage is billed by use" };
  }
  const label = `Lustre ${config.capacityGiB} GiB, ${config.deployment}`;
  const item = config.deployment === "scratch-2" ? "scratch" : `${config.deployment}/${config.throughput}`;
  const perGB = price(`fsx-lustre/${item}`, region);
  if (perGB === null) return { label, usdPerHour: null };
  const extraIops = Math.max(0, (size.metadataIops ?? 0) - automaticMetadataIops(config.capacityGiB));
  const perIops = price("fsx-lustre/metadata-iops", region);
  if (extraIops > 0 && perIops === null) return { label, usdPerHour: null, note: "price of metadata IOPS unknown" };
  return { label, usdPerHour: (perGB * config.capacityGiB + (perIops ?? 0) * extraIops) / HOURS_PER_MONTH };
}

function networkCost({ network, region }: Costed): CostItem[] {
  const gateways = { none: 0, single: 1, "per-zone": network.zones.length }[network.nat];
  if (network.kind === "existing" || gateways === 0) return [];
  const hourly = price("nat-gateway/hour", region);
  const address = price("public-ipv4/hour", region);
  const known = hourly !== null && address !== null;
  const label = `NAT: ${gateways} gateway${gateways === 1 ? "" : "s"}`;
  return [{ label, usdPerHour: known ? (hourly + address) * gateways : null, note: "without traffic" }];
}
