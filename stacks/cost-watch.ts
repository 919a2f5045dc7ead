import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import { hourOf } from "../config/money/price-book";
import { CHARTS } from "../config/facts/versions";
import type { CostRulesProps } from "../constructs/platform/cost-rules";
import { ec2Groups } from "../config/sites/aws-eks/nodes/ec2-groups";

/** What Prometheus watches of money; null: nothing. */
export function costRulesProps(env: AwsEnvironment): CostRulesProps | null {
  const groups = gpuGroups(env);
  const mean = meanUsdPerGpuHour(env);
  const teams = Object.entries(env.teams).flatMap(([name, { monthlyUsd }]) =>
    monthlyUsd === undefined ? [] : [{ name, monthlyUsd }],
  );
  const watchesTeams = teams.length > 0 && mean !== null;
  const watchesGpus = env.idle !== null && groups.length > 0;
  if (!watchesTeams && !watchesGpus) return null;
  return {
    ...(env.idle &&
      watchesGpus && {
        idle: {
          ...env.idle,
          groups: groups.map(({ name, usdPerGpuHour }) => ({ name, usdPerGpuHour })),
          ...(env.slurm && { slurmNamespace: CHARTS.slurm.namespace }),
        },
      }),
    ...(watchesTeams && { teams, meanUsdPerGpuHour: mean }),
  };
}

/** USD for one GPU in an hour at list prices, the mean of the cluster; null: no price is known, or there are no GPUs. */
export function meanUsdPerGpuHour(env: AwsEnvironment): number | null {
  const priced = gpuGroups(env).flatMap(({ gpus, usdPerGpuHour }) =>
    usdPerGpuHour === null ? [] : [{ gpus, usdPerGpuHour }],
  );
  const count = priced.reduce((sum, { gpus }) => sum + gpus, 0);
  return count > 0 ? cents(priced.reduce((sum, one) => sum + one.gpus * one.usdPerGpuHour, 0) / count) : null;
}

/** Groups with GPUs, how many there are at most, and what one costs in an hour. */
const gpuGroups = (env: AwsEnvironment) =>
  ec2Groups(env).flatMap(({ name, gpus, machines: { instanceType }, count: nodes }) => {
    const hourly = hourOf(env.prices, instanceType).usd;
    return gpus ? [{ name, gpus: gpus.count * nodes.max, usdPerGpuHour: hourly && cents(hourly / gpus.count) }] : [];
  });

/** Tenths of a cent: numbers in rules that people can read. */
const cents = (usd: number): number => Math.round(usd * 1000) / 1000;
