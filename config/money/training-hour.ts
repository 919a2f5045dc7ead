import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import { ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import { hoursOf, inHours } from "./cost";
import { nodeHourOf } from "./cost-nodes";

/** What an hour of a training costs, USD. */
export interface TrainingHour {
  /** Its nodes, at the price of their own pool. */
  readonly nodes: number;
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
  const own = nodeHourOf(pool, prices).usd;
  if (all === null || own === null || hours === 0) return null;
  // none of these prices is unknown: the sum has none that is
  const withGpus = ec2Groups(onAws)
    .filter(({ gpus }) => gpus !== null)
    .reduce((sum, group) => sum + (nodeHourOf(group, prices).usd ?? 0) * group.count.max * hoursOf(group, schedule), 0);
  const share = nodes / pool.count.max;
  return { nodes: own * nodes, rest: (Math.max(0, all - withGpus) / hours) * share, share };
}
