import type { Violation } from "../kernel/rule";
import { payingDays, stepCosts } from "../physics/archive";
import { DAYS_PER_MONTH } from "../physics/s3-charges";
import { tierPlan } from "../physics/tier-estimate";
import { tierMonths, type BucketTier, type TierPlan } from "../physics/tier-months";
import { workloadEstimate, workloadProps } from "../physics/workload-estimate";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";

/** Checkpoints of each workload that runs, and what tiers do with them; what is unknown is left out. */
function plans(env: AwsEnvironment): { readonly name: string; readonly plan: TierPlan }[] {
  const { checkpoints } = env;
  if (!checkpoints) return [];
  return env.workloads.flatMap((workload) => {
    const [props, found] = [workloadProps(env, workload), workloadEstimate(env, workload)];
    if (!props || !found || found.layouts.problem) return [];
    const plan = tierPlan(props, found, checkpoints);
    return "unknown" in plan ? [] : [{ name: workload.name, plan }];
  });
}

const whole = (value: number): string => Math.ceil(value).toLocaleString("en-US");

const stepPays: AwsRule = {
  id: "checkpoints/step-pays",
  title: "Checkpoints live long enough in a cheaper class to pay for their way there.",
  severity: "warning",
  why: "Under some days, what the class charges at least and the requests that move objects there are more than what is saved.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html",
  *check({ env }) {
    for (const { name, plan } of plans(env)) {
      for (const tier of ["cold", "archive"] as const) {
        const bucket = plan[tier];
        const days = bucket && livesDays(plan, bucket);
        if (!bucket || days === null) continue;
        for (const index of bucket.steps.keys()) yield* dear(env, { name, tier, bucket, days, plan, index });
      }
    }
  },
};

/** Days after which S3 deletes what a tier does not keep; null: it keeps all, or the training ends before. */
function livesDays({ everyDays, trainingDays }: TierPlan, { keepLast, expireAfterDays }: BucketTier): number | null {
  const superseded = keepLast === null ? Infinity : keepLast * everyDays;
  const counted = trainingDays !== null && superseded + everyDays > trainingDays ? Infinity : superseded;
  const days = Math.min(counted, expireAfterDays ?? Infinity);
  return days === Infinity ? null : days;
}

interface Step {
  readonly name: string;
  readonly tier: "cold" | "archive";
  readonly bucket: BucketTier;
  readonly days: number;
  readonly plan: TierPlan;
  readonly index: number;
}

function* dear({ prices }: AwsEnvironment, { name, tier, bucket, days, plan, index }: Step): Generator<Violation> {
  const more = stepCosts(days, index, bucket, prices);
  if (more === null || more <= 0) return;
  const { to, afterDays } = bucket.steps[index]!;
  const usd = (more * DAYS_PER_MONTH) / (plan.everyDays * bucket.takesEach);
  // what nobody sees on a bill
  if (usd < 1) return;
  const from = payingDays(index, bucket, prices);
  const pays = from === null ? "and it never pays" : `and it pays from ${from} days on`;
  yield {
    path: ["checkpoints", tier, "transitions", index],
    message: `${to} costs $${whole(usd)} a month more than it saves: checkpoints of ${name} are deleted after ${whole(days)} days, ${pays}`,
    fix: `take the step to ${to} out, or move later than after ${afterDays} days, so that only what stays moves`,
  };
}

const warmHolds: AwsRule = {
  id: "checkpoints/warm-holds",
  title: "Lustre holds the checkpoints that its tier keeps.",
  severity: "warning",
  why: "When it is full, saving fails, and the job with it.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html",
  *check({ env }) {
    const capacityGiB = env.lustre?.size.capacityGiB ?? null;
    if (capacityGiB === null) return;
    for (const { name, plan } of plans(env)) {
      const [warm] = tierMonths({ ...plan, hot: null, cold: null, archive: null }, env.prices);
      // one is written beside those that are kept
      const month = warm?.checkpoints.findIndex((count) => (count + 1) * plan.gib > capacityGiB) ?? -1;
      if (!warm || month < 0) continue;
      const count = warm.checkpoints[month]! + 1;
      yield {
        path: ["checkpoints", "warm"],
        message: `in month ${month + 1} of ${name} there are ${plan.warm?.keepData == null ? "" : "the contents of "}${whole(count)} checkpoints of ${whole(plan.gib)} GiB, ${whole(count * plan.gib)} GiB, and Lustre has ${whole(capacityGiB)}`,
        fix:
          plan.warm?.keepData == null
            ? "a smaller keepLast, a larger keepEvery or none in warm, or keepData, with which contents of older ones are in the bucket alone, or a larger file system"
            : "a smaller keepData in warm, or a larger file system",
      };
    }
  },
};

/** What the tiers make of the checkpoints of workloads. */
export const CHECKPOINTS_TIER_COST_RULES: readonly AwsRule[] = [stepPays, warmHolds];
