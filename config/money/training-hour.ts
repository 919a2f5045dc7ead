import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import { ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import { hoursOf, inHours } from "./cost";
import { nodeHourOf } from "./cost-nodes";
import type { PriceBook } from "./price-book";

/** What an hour of a training costs, USD. */
export interface TrainingHour {
  /** Its nodes, at the price of their own pool. */
  readonly nodes: number;
  /** Which price that is, in words. */
  readonly nodesAt: string;
  /** Whether it is what spot costs at the most, since nobody says what it costs. */
  readonly spotUnknown: boolean;
  /** Its share of what the environment costs beside nodes with GPUs: storage, network, control plane, and what is held and not used. */
  readonly rest: number;
  /** 0 to 1: its nodes of those of its pool. Pools of other GPUs make it no smaller. */
  readonly share: number;
}

/** Null: a price is unknown, the machines are somebody's own, or no node of its pool runs any more. */
export function trainingHour(environment: SiteEnvironment, pool: ResolvedPool, nodes: number): TrainingHour | null {
  const onAws = awsOf(environment);
  if (!onAws || !isNodeGroup(pool) || environment.cost.unknown.length > 0) return null;
  const { schedule, prices } = onAws;
  const all = inHours(environment.cost.usdPerMonth, schedule);
  const hours = hoursOf(pool, schedule);
  const { usd: own, note } = nodeHourOf(pool, prices);
  if (all === null || own === null || hours === 0) return null;
  // none of these prices is unknown: the sum has none that is
  const withGpus = ec2Groups(onAws)
    .filter(({ gpus }) => gpus !== null)
    .reduce((sum, group) => sum + (nodeHourOf(group, prices).usd ?? 0) * group.count.max * hoursOf(group, schedule), 0);
  const share = nodes / pool.count.max;
  return {
    nodes: own * nodes,
    ...nodePrice(pool, prices, note),
    rest: (Math.max(0, all - withGpus) / hours) * share,
    share,
  };
}

/** The price of spot is told by agreement alone: without one, it is what is paid on demand. */
function nodePrice(
  { machines: { capacity, instanceType } }: ResolvedNodeGroup,
  { own }: PriceBook,
  note: string | undefined,
): Pick<TrainingHour, "nodesAt" | "spotUnknown"> {
  if (capacity.kind !== "spot")
    return { nodesAt: `their own price${note === undefined ? "" : ` (${note})`}`, spotUnknown: false };
  const item = `spot/${instanceType}`;
  if (capacity.onDemandFallback)
    return { nodesAt: "the on-demand price, which they cost where there is no capacity of spot", spotUnknown: true };
  if (Object.hasOwn(own, item)) return { nodesAt: `their own price (${note})`, spotUnknown: false };
  return {
    nodesAt: `the on-demand list price, since what spot costs is unknown: spot is cheaper and changes, and prices: { ${JSON.stringify(item)}: … } says it`,
    spotUnknown: true,
  };
}
