import type { CostItem } from "./cost";
import { gpuParts, partUsd } from "./gpu-parts";
import { heldCapacity, type HeldCapacity } from "../sites/aws-eks/capacity/held-capacity";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";
import { blockHourOf, hourOf, spotHourOf, type PriceBook, type Quote } from "./price-book";

/** Hours in a month, as AWS counts them. */
export const HOURS_PER_MONTH = 730;

/** Days of the same month. */
export const DAYS_PER_MONTH = HOURS_PER_MONTH / 24;

/**
 * What nodes cost, and what is held for them: a reservation costs all of its instances whether nodes run in them or not,
 * a Capacity Block is paid up front for all of its hours.
 */
export function nodeCosts(nodeGroups: readonly ResolvedNodeGroup[], prices: PriceBook): CostItem[] {
  const held = heldCapacity(nodeGroups);
  const counted = new Set<string>();
  return nodeGroups.flatMap((group): CostItem[] => {
    const own = held.find(({ groups }) => groups.includes(group));
    if (!own) return [groupCost(group, prices)];
    if (counted.has(own.target)) return [];
    counted.add(own.target);
    return [own.kind === "capacity-block" ? blockCost(own, prices) : reservationCost(own, prices)];
  });
}

/** An hour of one node, by how its capacity is bought. */
export function nodeHourOf({ machines }: Pick<ResolvedNodeGroup, "machines">, prices: PriceBook): Quote {
  const { instanceType, capacity } = machines;
  if (capacity.kind === "capacity-block") return blockHourOf(prices, instanceType);
  // where there is no spot capacity, nodes may cost what on-demand ones do
  const isSpot = capacity.kind === "spot" && !capacity.onDemandFallback;
  return isSpot ? spotHourOf(prices, instanceType) : hourOf(prices, instanceType);
}

function groupCost(group: ResolvedNodeGroup, prices: PriceBook): CostItem {
  const {
    name,
    machines: { instanceType, karpenter },
    count: nodes,
  } = group;
  const quote = nodeHourOf(group, prices);
  const notes = [...(karpenter === null ? [] : [rangeNote(nodes, quote)]), ...partNotes(group, quote)];
  return hourly(`node group ${name}: ${nodes.max} × ${instanceType}`, nodes.max, quote, notes);
}

/** Of a group whose GPUs are shared: what each part costs. */
const partNotes = (group: ResolvedNodeGroup, { usd }: Quote): string[] =>
  gpuParts(group).map(({ name, perGpu, share }) => {
    const price = partUsd(usd === null || !group.gpus ? null : usd / group.gpus.count, share);
    return `${name}, ${perGpu} for each GPU: ${price === null ? "price unknown" : `$${price.toFixed(3)} an hour`}`;
  });

/** Of a pool that comes and goes: what it costs with the fewest nodes, beside the most. */
function rangeNote({ min, max }: ResolvedNodeGroup["count"], { usd }: Quote): string {
  const least = usd === null ? "" : `, at least $${(usd * min).toFixed(2)} an hour`;
  return `with all ${max}; ${min} to ${max} run${least}`;
}

function reservationCost(held: HeldCapacity, prices: PriceBook): CostItem {
  const { target, count, nodes, groups } = held;
  const types = [...new Set(groups.map(({ machines: { instanceType } }) => instanceType))];
  const [type] = types;
  const paid = Math.max(count ?? nodes, nodes);
  const notes = [
    count === null
      ? "billed by the reservation, whether nodes run or not; capacity.count does not say how many it has"
      : nodes < count
        ? `${count} are held and ${nodes} used: the reservation is billed whether nodes run or not`
        : "billed by the reservation, whether nodes run or not",
    ...(count !== null && nodes > count ? [`${nodes - count} beyond it run on demand`] : []),
  ];
  const base = { held: { target, kind: held.kind, count, used: nodes } } as const;
  if (types.length > 1 || type === undefined) return { ...base, ...mixedCost(held, paid, prices, notes) };
  const quote = hourOf(prices, type);
  return { ...base, ...hourly(label(held, `${paid} × ${type}`), paid, quote, notes) };
}

/** A resource group of reservations may hold several types; of which those are that no group uses, nobody says. */
function mixedCost(
  { groups, nodes, target }: HeldCapacity,
  paid: number,
  prices: PriceBook,
  notes: string[],
): CostItem {
  const parts = groups.map(({ machines: { instanceType }, count: { max } }) => ({ max, instanceType }));
  const quotes = parts.map(({ max, instanceType }) => times(hourOf(prices, instanceType).usd, max));
  const usdPerHour = paid > nodes ? null : sum(quotes);
  const text = parts.map(({ max, instanceType }) => `${max} × ${instanceType}`).join(", ");
  const why = paid > nodes ? ["of which type the unused ones are is not known"] : [];
  return {
    label: `reservation ${shortName(target)}: ${text}`,
    usdPerHour,
    usdPerMonth: times(usdPerHour, HOURS_PER_MONTH),
    note: [...notes, ...why].join("; "),
  };
}

function blockCost(held: HeldCapacity, prices: PriceBook): CostItem {
  const { target, count, nodes, groups } = held;
  // one of the groups may say by mistake that it is a reservation: a rule tells
  const first = groups.find(({ machines: { capacity } }) => capacity.kind === "capacity-block");
  if (first?.machines.capacity.kind !== "capacity-block") return reservationCost(held, prices);
  const {
    machines: { instanceType, capacity },
  } = first;
  const { start, end } = capacity;
  const paid = Math.max(count ?? nodes, nodes);
  const hours = Math.max(0, (Date.parse(end) - Date.parse(start)) / 3_600_000);
  const { usd, note } = blockHourOf(prices, instanceType);
  const isOver = first.count.window === "over";
  const perHour = isOver ? 0 : times(usd, paid);
  const upFrontUsd = times(times(usd, paid), hours);
  const unused = count !== null && nodes < count ? [`${count} are held and ${nodes} used`] : [];
  const notes = isOver
    ? [`the block ended on ${day(end)}: nothing more is paid`]
    : [`prepaid with the block, for ${Math.round(hours)} h until ${day(end)}`, ...unused, ...(note ? [note] : [])];
  return {
    label: label(held, `${paid} × ${instanceType}`),
    usdPerHour: perHour,
    usdPerMonth: times(perHour, Math.min(hours, HOURS_PER_MONTH)),
    note: notes.join("; "),
    held: { target, kind: held.kind, count, used: nodes },
    upFront: { usd: upFrontUsd, hours, start, end },
  };
}

/** One group has its name; of several, what they share. */
function label({ groups, kind, target }: HeldCapacity, size: string): string {
  const [first, ...others] = groups;
  if (first && others.length === 0) return `node group ${first.name}: ${size}`;
  return `${kind === "capacity-block" ? "Capacity Block" : "reservation"} ${shortName(target)}: ${size}`;
}

/** An item that costs the same every hour. */
export function hourly(text: string, amount: number, quote: Quote, notes: readonly string[] = []): CostItem {
  const usdPerHour = times(quote.usd, amount);
  const note = [...notes, ...(quote.note ? [quote.note] : [])].join("; ");
  return {
    label: text,
    usdPerHour,
    usdPerMonth: times(usdPerHour, HOURS_PER_MONTH),
    ...(note !== "" && { note }),
  };
}

/** An item that is billed by the month. */
export const monthly = (label: string, usdPerMonth: number | null, note?: string): CostItem => ({
  label,
  usdPerHour: times(usdPerMonth, 1 / HOURS_PER_MONTH),
  usdPerMonth,
  ...(note !== undefined && { note }),
});

export const times = (usd: number | null, amount: number): number | null => (usd === null ? null : usd * amount);

export const sum = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((all, part) => (all === null || part === null ? null : all + part), 0);

/** Of an ARN what comes last: labels are short, and have one colon. */
const shortName = (target: string): string => target.replace(/^.*[:/]/, "");
const day = (moment: string): string => moment.slice(0, 10);
