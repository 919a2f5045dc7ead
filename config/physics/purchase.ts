import { CAPACITY_BLOCKS } from "../facts/capacity-blocks";
import { FAILURE_RATES, type FailureRate } from "../facts/failure-rates";
import { INSTANCE_TYPES, type InstanceTypeName } from "../facts/instance-types";
import { blockHourOf, hourOf, spotHourOf, type PriceBook, type Quote } from "../money/price-book";
import { awsOf } from "../sites/aws-eks/environment";
import type { SizeProps } from "./estimate";
import { failureRow } from "./failure-row";
import { LEAST_GOODPUT, type TrainingEstimate } from "./training-estimate";

/** A server that somebody buys instead of renting one. */
export interface OwnedServer {
  /** What one costs with its part of racks, fabric and installation, USD. */
  readonly usd: number;
  /** Over which its price is spread. */
  readonly years: number;
  /** What it draws at the meter while it works, with its part of cooling, kW. */
  readonly kilowatts: number;
  /** What electricity costs, USD for each kWh. */
  readonly usdPerKWh: number;
}

/** One way to pay for the nodes of a training. */
export interface PurchaseRow {
  readonly way: "on demand" | "agreement" | "Capacity Blocks" | "spot" | "owned";
  /** An hour of one node; null: no price is known. */
  readonly usdPerNodeHour: number | null;
  /** What the nodes of the whole training cost, with failures at the lowest and at the highest rate, USD; null: unknown, or it never ends. */
  readonly usd: readonly [number, number] | null;
  /** Share of all hours from which on an owned server costs less; null: nobody asks, no price is known, or this is the owned one. */
  readonly ownedFrom: number | null;
  /** What the price rests on, and what is missing. */
  readonly notes: readonly string[];
}

/** What a checkpoint takes, s; null: unknown. */
interface CheckpointTimes {
  readonly stallSeconds: number | null;
  readonly writeSeconds: number | null;
}

/** A price, and how many hours of one node are paid at it. */
interface Offer {
  readonly way: PurchaseRow["way"];
  readonly quote: Quote;
  readonly nodeHours: readonly [number, number] | null;
  readonly notes?: readonly string[];
}

const HOURS_PER_YEAR = 8760;
const HOURS_PER_DAY = 24;

/** What an owned server costs in each hour, USD: it is left on, and draws the same whether it works or not. */
export const ownedUsdPerHour = ({ usd, years, kilowatts, usdPerKWh }: OwnedServer): number =>
  usd / (years * HOURS_PER_YEAR) + kilowatts * usdPerKWh;

/** The same training by each way to pay for its nodes; empty: its time is unknown, or nothing is for sale. */
export function purchaseRows(props: SizeProps, training: TrainingEstimate, checkpoint: CheckpointTimes): PurchaseRow[] {
  const { pool, owned } = props;
  if (training.gpuHours === null) return [];
  const [low, high] = training.gpuHours;
  const gpus = pool.gpus!.count;
  const nodeHours = [low / gpus, high / gpus] as const;
  const ownedHour = owned && ownedUsdPerHour(owned);
  const offers: Offer[] = [
    ...rented(props, training.days, nodeHours, checkpoint),
    ...(ownedHour === null
      ? []
      : [{ way: "owned", quote: { usd: ownedHour }, nodeHours, notes: ["if it works in all hours"] } as const]),
  ];
  return offers.map(({ way, quote: { usd, note }, nodeHours: paid, notes = [] }) => ({
    way,
    usdPerNodeHour: usd,
    usd: usd === null || paid === null ? null : [paid[0] * usd, paid[1] * usd],
    // an hour of a node that is taken away is worth less than an hour of one's own
    ownedFrom:
      ownedHour === null || way === "owned" || !usd || paid === null
        ? null
        : (ownedHour * high) / (usd * paid[1] * gpus),
    notes: [...(usd === null ? ["no price is known"] : []), ...(note === undefined ? [] : [note]), ...notes],
  }));
}

/** What AWS rents; nothing elsewhere. */
function rented(
  props: SizeProps,
  days: readonly [number, number] | null,
  nodeHours: readonly [number, number],
  checkpoint: CheckpointTimes,
): Offer[] {
  const prices = awsOf(props.environment)?.prices;
  const { machines } = props.pool;
  if (!prices || machines.kind !== "aws") return [];
  const type = machines.instanceType;
  const { onDemand, spot, capacityBlock } = INSTANCE_TYPES[type].purchase;
  const isAgreed = Object.hasOwn(prices.own, type);
  const listed: Offer = { way: "on demand", quote: hourOf({ ...prices, own: {} }, type), nodeHours };
  const agreed: Offer = { way: "agreement", quote: hourOf(prices, type), nodeHours };
  const blocks: Offer = {
    way: "Capacity Blocks",
    quote: blockHourOf(prices, type),
    nodeHours,
    notes: blockNotes(days),
  };
  return [
    ...(onDemand === false ? [] : [listed]),
    ...(isAgreed ? [agreed] : []),
    ...(capacityBlock === null ? [] : [blocks]),
    ...(spot === false ? [] : [spotOffer(props, listed.quote.usd, spotQuote(prices, type), nodeHours, checkpoint)]),
  ];
}

/** What somebody has told; an on-demand price is not what spot costs. */
const spotQuote = (prices: PriceBook, type: InstanceTypeName): Quote =>
  Object.hasOwn(prices.own, `spot/${type}`) ? spotHourOf(prices, type) : { usd: null };

function blockNotes(days: readonly [number, number] | null): string[] {
  const blocks = days === null ? 1 : Math.ceil(days[1] / CAPACITY_BLOCKS.longestDays);
  const most = `one lasts ${CAPACITY_BLOCKS.longestDays} days at the most`;
  return ["paid before they begin", ...(blocks > 1 ? [`${blocks} one after another: ${most}`] : [])];
}

/** Interruptions come on top of failures: each costs what a failure does, and the interval between checkpoints follows them. */
function spotOffer(
  props: SizeProps,
  onDemandUsd: number | null,
  quote: Quote,
  nodeHours: readonly [number, number],
  { stallSeconds, writeSeconds }: CheckpointTimes,
): Offer {
  const { spotEveryHours } = props;
  if (spotEveryHours === null)
    return { way: "spot", quote, nodeHours: null, notes: ["how often a node is taken is unknown: give --spot-every"] };
  const taken = (HOURS_PER_DAY * 1000) / spotEveryHours;
  const row = ({ id, perThousandNodeDays }: FailureRate, more: number, everyMinutes: number | null) =>
    failureRow(
      { ...props, everyMinutes },
      { id, perThousandNodeDays: perThousandNodeDays + more },
      stallSeconds,
      writeSeconds,
    ).checkpoints;
  // kept nodes write as often as is given, those that are taken as often as is best for them
  const shareWith = (rate: FailureRate, everyMinutes: number | null) => {
    const [kept, spot] = [row(rate, 0, props.everyMinutes), row(rate, taken, everyMinutes)];
    return kept === null || spot === null || spot.goodput < LEAST_GOODPUT ? null : spot.goodput / kept.goodput;
  };
  const most = FAILURE_RATES.at(-1)!;
  const shares = [FAILURE_RATES[0]!, most].map((rate) => shareWith(rate, null));
  const [low, high] = shares as [number | null, number | null];
  if (low === null || high === null)
    return { way: "spot", quote, nodeHours: null, notes: ["it never ends: nodes are taken too often"] };
  return {
    way: "spot",
    quote,
    nodeHours: [nodeHours[0] / low, nodeHours[1] / high],
    notes: [
      `goes forward in ${tenths(high * 100)} % of the time that kept nodes do; waiting for nodes is not in it`,
      `a checkpoint each ${tenths(row(most, taken, null)!.bestHours * 60)} min, which is best for it${givenNote(props.everyMinutes, shareWith(most, props.everyMinutes))}`,
      ...(onDemandUsd === null ? [] : [`worth it below $${(onDemandUsd * high).toFixed(2)} an hour`]),
    ],
  };
}

/** What the interval that is given would make of it. */
const givenNote = (everyMinutes: number | null, share: number | null): string =>
  everyMinutes === null
    ? ""
    : `; with one each ${everyMinutes} min, as is given, ${share === null ? "it never ends" : `${tenths(share * 100)} %`}`;

const tenths = (value: number): number => Math.round(value * 10) / 10;
