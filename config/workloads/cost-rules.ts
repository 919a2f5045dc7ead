import { LUSTRE_DEPLOYMENTS } from "../facts/lustre";
import type { Rule, Violation } from "../kernel/rule";
import { itemPrice } from "../money/price-book";
import type { Estimate } from "../physics/estimate";
import { SPARE_SHARE } from "../physics/failure-row";
import { goodput } from "../physics/interruptions";
import { lustreWriteMBps } from "../physics/lustre";
import { LEAST_GOODPUT } from "../physics/training-estimate";
import { workloadEstimate } from "../physics/workload-estimate";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedWorkload } from "./resolve";

/** Share of time in which checkpoints may hold a training up before it is told. */
export const STALL_SHARE = 0.05;

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
const path = (name: string, ...keys: string[]) => ["workloads", name, ...keys];

/** What is in the way of all layouts, as a violation of the rule on this kind of problem. */
function* layoutViolations(env: SiteEnvironment, kinds: readonly string[]): Generator<Violation> {
  for (const workload of env.workloads) {
    const problem = workloadEstimate(env, workload)?.layouts.problem;
    if (!problem || !kinds.includes(problem.kind)) continue;
    const keys = problem.key ? ["parallel", problem.key] : problem.kind === "batch" ? ["batch"] : [];
    yield { path: path(workload.name, ...keys), message: problem.message, fix: problem.fix };
  }
}

/** What a workload takes that can run; null: nobody asks how well one goes that ends with its first step. */
function runnable(env: SiteEnvironment, workload: ResolvedWorkload): Estimate | null {
  const found = workloadEstimate(env, workload);
  return found?.layouts.problem ? null : found;
}

const divides: Rule = {
  id: "workloads/layout-divides",
  title: "The layout of a workload divides its GPUs, layers, heads and batch.",
  severity: "error",
  why: "A framework refuses to start it: ranks without a whole part of the model have nothing to do.",
  source: "https://arxiv.org/abs/2104.04473",
  *check({ env }) {
    yield* layoutViolations(env, ["cut", "batch"]);
  },
};

const fits: Rule = {
  id: "workloads/memory",
  title: "A workload fits in the memory of its GPUs.",
  severity: "warning",
  why: "It ends with its first step, for want of memory. It is an estimate: programs that free activations early take up to a tenth less.",
  source: "https://arxiv.org/abs/2205.05198",
  *check({ env }) {
    yield* layoutViolations(env, ["memory"]);
  },
};

const stall: Rule = {
  id: "workloads/checkpoint-stall",
  title: `Checkpoints hold a workload up for ${percent(STALL_SHARE)} of its time at the most.`,
  severity: "warning",
  why: "GPUs wait for the file system meanwhile, and are paid.",
  source: "https://doi.org/10.1016/j.future.2004.11.016",
  *check({ env }) {
    for (const workload of env.workloads) {
      const found = runnable(env, workload);
      const stalled = found && stallOf(found);
      if (stalled === null || stalled <= STALL_SHARE) continue;
      const faster = fasterTier(env, workload, found!);
      yield {
        path: path(workload.name, "checkpoint"),
        message: `a checkpoint of ${workload.name} stalls training ${percent(stalled)} of the time`,
        fix: [
          ...(workload.checkpoint.async ? [] : ["async: true, if its framework writes while it goes on"]),
          ...(workload.checkpoint.everyMinutes === undefined ? [] : ["fewer checkpoints"]),
          ...(workload.checkpoint.stallSeconds === undefined
            ? []
            : [`a shorter stall than the ${workload.checkpoint.stallSeconds} seconds that are written`]),
          ...(faster ? [faster] : []),
          "fewer nodes, which fail less often",
        ].join("; or "),
      };
    }
  },
};

/** At the lower one of the published rates: with more failures it is more. */
const stallOf = ({ failures }: Estimate): number | null => failures[0]?.checkpoints?.stalled ?? null;

/** The fastest tier of the same file system at its size: what it makes of the stall, and what it costs more. */
function fasterTier(env: SiteEnvironment, workload: ResolvedWorkload, found: Estimate): string | null {
  const [lustre, prices] = [env.lustre, awsOf(env)?.prices];
  if (!lustre || !prices || lustre.size.throughput === null || lustre.size.capacityGiB === null) return null;
  const { deployment, throughput, capacityGiB } = lustre.size;
  const best = Math.max(...LUSTRE_DEPLOYMENTS[deployment].throughputs);
  const row = found.failures[0]?.checkpoints;
  // what holds it up must be the file system
  const { writeMBps, stallSeconds, writeSeconds } = found.checkpoint;
  if (best <= throughput || !row || writeMBps === null || stallSeconds === null || stallSeconds !== writeSeconds)
    return null;
  const faster = lustreWriteMBps({ ...lustre.size, throughput: best });
  if (faster === null || workload.checkpoint.async) return null;
  const seconds = (writeSeconds * writeMBps) / faster;
  const [now, then] = [throughput, best].map((tier) => itemPrice(prices, `fsx-lustre/${deployment}/${tier}`));
  const more =
    now === null || now === undefined || then === null || then === undefined
      ? "at a price that is unknown"
      : `for $${Math.round((then - now) * capacityGiB).toLocaleString("en-US")} more a month`;
  return `${best.toLocaleString("en-US")} MB/s/TiB would make it ${percent(seconds / (row.everyHours * 3600 + seconds))} ${more}`;
}

const spares: Rule = {
  id: "workloads/spare-nodes",
  title: "A workload leaves as many nodes free as fail while others are mended.",
  severity: "warning",
  why: "When a node fails, a training that needs all of them waits until it is back.",
  source: "https://arxiv.org/abs/2407.21783; https://arxiv.org/abs/2410.21680 (published failures of nodes)",
  *check({ env }) {
    for (const workload of env.workloads) {
      const found = runnable(env, workload);
      const pool = env.nodeGroups.find(({ name }) => name === workload.pool);
      // of nodes of which no rate is published nobody knows
      const needed = found?.failures[0]?.spares ?? 0;
      const free = (pool?.count.max ?? 0) - workload.nodes;
      if (!pool || free >= needed || free < 0) continue;
      const times = needed === 1 ? "a spare" : `${needed} spares`;
      yield {
        path: path(workload.name, "nodes"),
        message: `${workload.nodes} nodes need ${times}, so that all are there in ${percent(SPARE_SHARE)} of the time, and ${pool.name} has ${free === 0 ? "none" : free}`,
        fix: `nodes: ${Math.max(1, pool.count.max - needed)}, more nodes in ${pool.name}, or repairMinutes where a node is back sooner than in a day`,
      };
    }
  },
};

const ends: Rule = {
  id: "workloads/ends",
  title: "A workload goes forward faster than failures throw it back.",
  severity: "warning",
  why: "A training that goes forward in less than 1 % of its time never ends, and its nodes are paid.",
  source: "https://doi.org/10.1016/j.future.2004.11.016",
  *check({ env }) {
    for (const workload of env.workloads) {
      const row = runnable(env, workload)?.failures.find(
        ({ checkpoints }) => checkpoints !== null && checkpoints.goodput < LEAST_GOODPUT,
      );
      if (!row) continue;
      const hours = Math.round(row.mtbfHours * 10) / 10;
      yield {
        path: path(workload.name, ...longestKey(workload, row)),
        message: `${workload.name} never ends: with a failure each ${hours} hours (the rate of ${row.rate}) it goes forward in less than ${percent(LEAST_GOODPUT)} of its time`,
        fix: "shorten restartMinutes, checkpoint.everyMinutes or checkpoint.stallSeconds, whichever is nearest to the hours between failures; or take fewer nodes",
      };
    }
  },
};

/** The key that is longest against the time between failures. */
function longestKey(workload: ResolvedWorkload, { checkpoints }: Estimate["failures"][number]): string[] {
  const { everyMinutes } = workload.checkpoint;
  const { everyHours, stalled } = checkpoints!;
  const stallMinutes = ((everyHours * stalled) / (1 - stalled)) * 60;
  if (workload.restartMinutes >= Math.max(everyMinutes ?? 0, stallMinutes)) return ["restartMinutes"];
  return everyMinutes !== undefined && everyMinutes >= stallMinutes ? ["checkpoint", "everyMinutes"] : ["checkpoint"];
}

const overdue: Rule = {
  id: "workloads/goodput",
  title: "A workload goes forward in most of its time.",
  severity: "warning",
  why: "Work since the last checkpoint is lost with each failure, and done again.",
  source: "https://doi.org/10.1016/j.future.2004.11.016",
  *check({ env }) {
    for (const workload of env.workloads) {
      const { everyMinutes } = workload.checkpoint;
      const found = runnable(env, workload);
      const row = found?.failures[0];
      if (everyMinutes === undefined || !row?.checkpoints || found!.checkpoint.stallSeconds === null) continue;
      const best = bestMinutes(row, found!.checkpoint.stallSeconds, workload.restartMinutes);
      if (best.goodput - row.checkpoints.goodput < LOST_SHARE) continue;
      yield {
        path: path(workload.name, "checkpoint", "everyMinutes"),
        message: `with a checkpoint every ${everyMinutes} minutes it goes forward in ${percent(row.checkpoints.goodput)} of its time`,
        fix: `leave it out, or write ${Math.max(1, Math.round(best.minutes))}: then it is ${percent(best.goodput)}`,
      };
    }
  },
};

/** Share of time that an interval may lose against the best one before it is told. */
const LOST_SHARE = 0.02;

function bestMinutes(
  { mtbfHours, checkpoints }: Estimate["failures"][number],
  stallSeconds: number,
  restartMinutes: number,
): { readonly minutes: number; readonly goodput: number } {
  const job = { mtbfHours, stallHours: stallSeconds / 3600, restartHours: restartMinutes / 60 };
  const hours = Math.max(checkpoints!.dalyHours, 1 / 60);
  return { minutes: hours * 60, goodput: goodput(hours, job) };
}

/** What a workload loses and pays on the nodes and volumes of its environment. */
export const WORKLOAD_COST_RULES: readonly Rule[] = [divides, fits, stall, spares, ends, overdue];
