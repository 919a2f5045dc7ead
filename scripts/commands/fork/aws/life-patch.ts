import { partitionOf } from "../../../../config/sites/aws-eks/account/partition";
import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import { number } from "../../../lib/terminal/table";

type Json = Record<string, unknown>;

/** What has to do with time and money: it follows the original, but for what is of the original alone. */
export function lifePatch(
  original: AwsConfig,
  fork: { readonly account: string; readonly region: string },
  notes: string[],
): Json {
  const { schedule, lifetime, name } = original;
  if (schedule)
    notes.push(`nodes run from ${schedule.start} to ${schedule.end} only, as those of ${name} do: schedule`);
  if (lifetime) notes.push(`it expires ${lifetime.expires}, as ${name} does, and then has no nodes: lifetime.expires`);
  return {
    // somebody's run through the night
    schedule: schedule?.pausedUntil === undefined ? undefined : { pausedUntil: null },
    budget: budgetPatch(original, fork, notes),
    alarms: alarmsPatch(original, fork, notes),
  };
}

/** One budget of a team in an account: a second would tell the same sum twice. */
function budgetPatch({ budget, owner, account, name }: AwsConfig, fork: { account: string }, notes: string[]) {
  if (!budget) return undefined;
  notes.push(`it may cost $${number(budget.monthlyUsd)} a month, as ${name} may: budget.monthlyUsd`);
  if (account === fork.account) return budget.teamMonthlyUsd === undefined ? undefined : { teamMonthlyUsd: null };
  const { anomalies, teamMonthlyUsd } = budget;
  if (anomalies.kind === "monitor")
    notes.push(`nobody looks for unusual costs: the monitor of ${name} is of the account ${account}: budget.anomalies`);
  const patch = anomalies.kind === "monitor" ? { anomalies: { kind: "off" } } : undefined;
  if (teamMonthlyUsd === undefined) return patch;
  notes.push(
    `${owner.team} may spend $${number(teamMonthlyUsd)} a month in ${fork.account} as well: budget.teamMonthlyUsd`,
  );
  return patch;
}

/** Whoever heard of the original hears of the fork; a topic is one of the fork's account. */
function alarmsPatch(
  { alarms: { emails, topic }, account, region, name }: AwsConfig,
  fork: { account: string; region: string },
  notes: string[],
) {
  if (emails.length > 0)
    notes.push(`alarms about money go to ${emails.join(", ")}, as those of ${name} do: alarms.emails`);
  if (topic === undefined) return undefined;
  const [arn, , service, place, owner, ...rest] = topic.split(":");
  if (owner !== account || account === fork.account) {
    notes.push(`alarms about money go to the topic ${topic}, as those of ${name} do: alarms.topic`);
    return undefined;
  }
  const moved = [arn, partitionOf(fork.region), service, place === region ? fork.region : place, fork.account, ...rest];
  notes.push(`alarms.topic names the topic of ${name} in the account ${fork.account}: it must exist there`);
  return { topic: moved.join(":") };
}
