import type { ResolvedCluster } from "../sites/aws-eks/cluster/resolve";
import type { ResolvedVolume } from "../storage/kind";
import { storageKind } from "../storage/registry";
import { attachmentCosts, hybridCosts } from "./cost-hybrid";
import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import { copyCosts, requestMetricCosts } from "./cost-copies";
import { taskCosts } from "./cost-tasks";
import { logCosts } from "./cost-logs";
import type { SiteConfig } from "../sites/keys";
import { HOURS_PER_MONTH, hourly, nodeCosts } from "./cost-nodes";
import type { HeldCapacity } from "../sites/aws-eks/capacity/held-capacity";
import type { AwsPool } from "../sites/aws-eks/nodes/node-group";
import { hourOf, itemPrice, type PriceBook } from "./price-book";
import type { ResolvedSchedule } from "../schedule/resolve";
import type { ResolvedNetwork } from "../sites/aws-eks/network/resolve";
import { hybridPools } from "../sites/aws-eks/hybrid/pool";
import { ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";

export { HOURS_PER_MONTH };

/** One line of the estimate. */
export interface CostItem {
  readonly label: string;
  /** USD per hour at the largest size that config allows; null when a price is unknown. */
  readonly usdPerHour: number | null;
  /** USD in a month of 730 hours; a Capacity Block counts no longer than it lasts. Null when a price is unknown. */
  readonly usdPerMonth: number | null;
  /** What the number leaves out, or why it is unknown. */
  readonly note?: string;
  /** Nothing of it is bought: the bill follows use, and there is no number to know beforehand. @default false */
  readonly byUse?: true;
  /** What is held, and goes on to cost what it costs when nodes go. */
  readonly held?: Pick<HeldCapacity, "target" | "kind" | "count"> & { readonly used: number };
  /** Capacity Blocks: all of it, paid before the first hour. */
  readonly upFront?: {
    readonly usd: number | null;
    readonly hours: number;
    readonly start: string;
    readonly end: string;
  };
}

/** GPUs by the hour, at full size, in the hours in which nodes run. */
export interface GpuHours {
  readonly perMonth: number;
  /** USD for one, with everything else that the environment costs; null: a price is unknown, or there are none. */
  readonly usdEach: number | null;
}

/** What the environment costs while it runs at full size. An estimate, never a bill. */
export interface ResolvedCost {
  readonly items: readonly CostItem[];
  /** Sum of what is known; null: no price is known. */
  readonly usdPerHour: number | null;
  /** As `usdPerHour`. */
  readonly usdPerMonth: number | null;
  /** Labels of items without a price. */
  readonly unknown: readonly string[];
  readonly gpuHours: GpuHours;
  /** The same in the hours in which nodes run, which is what a bill says; null: they run day and night. */
  readonly scheduled: { readonly hoursPerWeek: number; readonly usdPerMonth: number | null } | null;
}

/** What costs money, as far as the estimate goes. */
interface Costed {
  readonly prices: PriceBook;
  readonly cluster: ResolvedCluster;
  readonly nodeGroups: readonly AwsPool[];
  readonly storage: readonly ResolvedVolume[];
  readonly network: ResolvedNetwork;
  readonly schedule: ResolvedSchedule | null;
  readonly logs: SiteConfig["logs"];
  readonly checkpoints: ResolvedCheckpoints | null;
}

/** What an environment costs: its items, their sum in USD, and by name what has no known price. */
export function resolveCost(env: Costed): ResolvedCost {
  const items = [
    ...nodeCosts(ec2Groups(env), env.prices),
    ...hybridCosts(hybridPools(env), env.prices),
    systemNodesCost(env),
    controlPlaneCost(env),
    ...env.storage.flatMap((volume) => storageKind(volume.kind).cost(volume, env.prices)),
    ...networkCost(env),
    ...attachmentCosts(env.cluster.hybrid, env.prices),
    ...logCosts(env.logs, env.prices),
    ...copyCosts(env.checkpoints, env.prices),
    ...taskCosts(env.checkpoints),
    ...requestMetricCosts(env.checkpoints),
  ];
  const unknown = items.filter((i) => i.usdPerHour === null && !i.byUse).map((i) => i.label);
  const usdPerMonth = knownSum(items.map((item) => item.usdPerMonth));
  return {
    items,
    usdPerHour: knownSum(items.map((item) => item.usdPerHour)),
    usdPerMonth,
    unknown,
    gpuHours: gpuHours(env, unknown.length ? null : usdPerMonth),
    scheduled: env.schedule && {
      hoursPerWeek: env.schedule.hoursPerWeek,
      usdPerMonth: inHours(usdPerMonth, env.schedule),
    },
  };
}

/** Where nobody has told prices, as of machines that somebody owns: nothing is known, and nothing is 0. */
export function unpriced(
  pools: readonly { readonly gpus: { readonly count: number } | null; readonly count: { readonly max: number } }[],
): ResolvedCost {
  const perMonth = pools.reduce((all, { gpus, count }) => all + (gpus?.count ?? 0) * count.max * HOURS_PER_MONTH, 0);
  return {
    items: [],
    usdPerHour: null,
    usdPerMonth: null,
    unknown: ["everything: config has no prices"],
    gpuHours: { perMonth, usdEach: null },
    scheduled: null,
  };
}

/** What was held before and is in none of the items any more: config that drops a reservation does not end it. */
export function stillHeld(before: ResolvedCost, after: ResolvedCost | null): CostItem[] {
  const kept = new Set(after?.items.flatMap(({ held }) => (held ? [held.target] : [])));
  return before.items.filter(({ held, usdPerHour }) => held && usdPerHour !== 0 && !kept.has(held.target));
}

function gpuHours({ nodeGroups, schedule }: Costed, usdPerMonth: number | null): GpuHours {
  const perMonth = nodeGroups.reduce(
    (all, group) => all + (group.gpus?.count ?? 0) * group.count.max * hoursOf(group, schedule),
    0,
  );
  const cost = inHours(usdPerMonth, schedule);
  return { perMonth, usdEach: cost === null || perMonth === 0 ? null : cost / perMonth };
}

/** A month without what the hours save. */
export const inHours = (usdPerMonth: number | null, schedule: ResolvedSchedule | null): number | null =>
  usdPerMonth && usdPerMonth - (schedule?.saved.usdPerHour ?? 0) * HOURS_PER_MONTH;

/** Hours of a month in which nodes of a group can run. */
export function hoursOf({ name, machines, count: nodes }: AwsPool, schedule: ResolvedSchedule | null): number {
  if (schedule?.nodeGroups.includes(name)) return (schedule.hoursPerWeek / 168) * HOURS_PER_MONTH;
  if (machines.kind !== "aws") return HOURS_PER_MONTH;
  const { capacity } = machines;
  if (capacity.kind !== "capacity-block") return HOURS_PER_MONTH;
  const hours = (Date.parse(capacity.end) - Date.parse(capacity.start)) / 3_600_000;
  return nodes.window === "over" ? 0 : Math.min(Math.max(0, hours), HOURS_PER_MONTH);
}

function systemNodesCost({ cluster, prices }: Costed): CostItem {
  const { instanceType, count } = cluster.systemNodes;
  return hourly(`system nodes: ${count} × ${instanceType}`, count, hourOf(prices, instanceType));
}

function controlPlaneCost({ cluster, prices }: Costed): CostItem {
  const base = itemPrice(prices, cluster.extendedSupport ? "eks/cluster-extended-support" : "eks/cluster");
  const tier = cluster.tier === "standard" ? 0 : itemPrice(prices, `eks/provisioned-${cluster.tier}`);
  const label = `EKS control plane${cluster.extendedSupport ? ", extended support" : ""}`;
  return hourly(label, 1, { usd: base !== null && tier !== null ? base + tier : null });
}

function networkCost({ network, prices }: Costed): CostItem[] {
  const gateways = network.natZones.length;
  if (gateways === 0) return [];
  const gateway = itemPrice(prices, "nat-gateway/hour");
  const address = itemPrice(prices, "public-ipv4/hour");
  const usd = gateway !== null && address !== null ? gateway + address : null;
  const label = `NAT: ${gateways} gateway${gateways === 1 ? "" : "s"}`;
  return [hourly(label, gateways, { usd, note: "without traffic" })];
}

const knownSum = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
