import type { AlertName } from "../facts/alerts";
import { hourOf } from "./price-book";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule, AwsRuleInput } from "../sites/aws-eks/rule";
import { ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";

const BUDGETS = "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-create.html";
const METRICS = "https://slurm.schedmd.com/metrics.html";

/** A month of the environment, in the hours in which it runs: of what is known; null when no price is. */
export function monthlyEstimate({ cost }: Pick<AwsEnvironment, "cost">): number | null {
  return cost.scheduled ? cost.scheduled.usdPerMonth : cost.usdPerMonth;
}

const usd = (value: number): string => `$${Math.round(value).toLocaleString("en-US")}`;

const belowEstimate: AwsRule = {
  id: "budget/below-estimate",
  title: "The budget is no less than what the environment costs.",
  severity: "warning",
  why: "The alarm sounds every month, and soon nobody hears it.",
  source: `${BUDGETS}; Railyard's own design: compared with the estimate from list prices`,
  *check({ config, env }) {
    if (!config.budget) return;
    const estimate = monthlyEstimate(env);
    if (estimate === null || config.budget.monthlyUsd >= estimate) return;
    const { unknown } = env.cost;
    const rest = unknown.length ? `, and without what has no known price: ${unknown.join("; ")}` : "";
    yield {
      path: ["budget", "monthlyUsd"],
      message: `the budget is ${usd(config.budget.monthlyUsd)} a month, and the environment costs ${usd(estimate)} at full size by list prices${rest}`,
      fix: `write ${Math.ceil(estimate)} or more, give the environment hours (schedule) or fewer nodes; ignore this rule if it seldom runs at full size`,
    };
  },
};

const teamBelow: AwsRule = {
  id: "budget/team-below-environment",
  title: "A team's budget covers that of its environment.",
  severity: "warning",
  why: "The costs of the environment are part of the team's: its alarm sounds first, and always.",
  source: BUDGETS,
  *check({ config: { budget, owner } }) {
    if (budget?.teamMonthlyUsd === undefined || budget.teamMonthlyUsd >= budget.monthlyUsd) return;
    yield {
      path: ["budget", "teamMonthlyUsd"],
      message: `${owner.team} may spend ${usd(budget.teamMonthlyUsd)} a month in all, and ${usd(budget.monthlyUsd)} on this environment alone`,
      fix: `write ${budget.monthlyUsd} or more, or lower monthlyUsd`,
    };
  },
};

const partition: AwsRule = {
  id: "budget/partition",
  title: "Budgets are in the commercial partition of AWS.",
  severity: "error",
  why: "Budgets and Cost Explorer have endpoints of their own elsewhere, or none, and no document read says which.",
  source: "https://docs.aws.amazon.com/general/latest/gr/billing.html",
  *check({ config, env }) {
    if (!config.budget || env.partition === "aws") return;
    yield {
      path: ["budget"],
      message: `the Region ${env.region} is in the partition ${env.partition}`,
      fix: "take budget out, and set a budget in the account that pays",
    };
  },
};

const nobody: AwsRule = {
  id: "alarms/nobody",
  title: "Alarms about money reach somebody.",
  severity: "error",
  why: "A topic without a subscriber swallows every alarm.",
  source: "https://docs.aws.amazon.com/sns/latest/dg/sns-create-subscribe-endpoint-to-topic.html",
  *check({ config, env }) {
    if (!env.governance || config.alarms.emails.length || config.alarms.topic !== undefined) return;
    const [unheard] = [
      ...(config.budget ? ["the budget"] : []),
      ...(config.idle && !hear(env, env.slurm ? IDLE : [IDLE[0]]) ? ["alerts of idle GPUs"] : []),
      ...(budgeted(config).every((team) => hear(env, [TEAM_ALERT], team)) ? [] : ["budgets of teams"]),
    ];
    if (unheard === undefined) return;
    yield {
      path: ["alarms", "emails"],
      message: `${unheard} would tell nobody`,
      fix: `write alarms: { emails: ["…"] }, or topic with the ARN of one that somebody reads${config.budget ? ": AWS Budgets tells no receivers of monitoring.routes" : "; or a route of monitoring that hears of it"}`,
    };
  },
};

const IDLE = ["GpuIdleInPod", "GpuIdleInJob"] as const satisfies readonly AlertName[];
const TEAM_ALERT = "TeamBudget" satisfies AlertName;

const budgeted = ({ teams }: AwsRuleInput["config"]): string[] =>
  Object.entries(teams).flatMap(([name, { monthlyUsd }]) => (monthlyUsd === undefined ? [] : [name]));

/** Whether routes tell somebody of each of these warnings, of a team or of all. */
const hear = (env: AwsEnvironment, alerts: readonly AlertName[], team?: string): boolean =>
  alerts.every((alert) =>
    env.monitoring.routes.some(
      (route) =>
        route.severities.includes("warning") &&
        (!route.alerts || route.alerts.includes(alert)) &&
        (!route.teams || (team !== undefined && route.teams.includes(team))) &&
        route.to.some((name) => Object.hasOwn(env.monitoring.receivers, name)),
    ),
  );

const unused: AwsRule = {
  id: "alarms/unused",
  title: "Addresses for alarms have alarms to hear.",
  severity: "warning",
  why: "Nothing is made of them: whoever wrote them waits for alarms that never come.",
  source: `${BUDGETS}; Railyard's own design: what does nothing is told`,
  *check({ config: { alarms }, env }) {
    if (env.governance || (alarms.emails.length === 0 && alarms.topic === undefined)) return;
    yield {
      path: ["alarms"],
      message: "there are addresses for alarms, and neither monitoring nor budget nor idle nor teams.<team>.monthlyUsd",
      fix: "write budget or idle, or take alarms out",
    };
  },
};

const emailTwice: AwsRule = {
  id: "alarms/email-twice",
  title: "Every address for alarms is named once.",
  severity: "error",
  why: "SNS subscribes an address to a topic once: Terraform would keep two resources of one subscription, and one that goes takes it from both.",
  source: "https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html",
  *check({ config: { alarms } }) {
    const seen = new Map<string, string>();
    for (const [index, email] of alarms.emails.entries()) {
      const before = seen.get(email.toLowerCase());
      if (before !== undefined) {
        yield {
          path: ["alarms", "emails", index],
          message: `${email} is named twice${before === email ? "" : `: ${before} is the same address`}`,
          fix: "take one of them out",
        };
      } else seen.set(email.toLowerCase(), email);
    }
  },
};

const noShares: AwsRule = {
  id: "budget/no-percent",
  title: "A budget has a share at which its alarm sounds.",
  severity: "error",
  why: "Without one it is a number that nobody hears of.",
  source: BUDGETS,
  *check({ config: { budget } }) {
    if (!budget || budget.actualPercent.length + budget.forecastPercent.length > 0) return;
    yield {
      path: ["budget", "actualPercent"],
      message: "actualPercent and forecastPercent are empty: no alarm is ever sounded",
      fix: "leave both out for 80 and 100 % spent and 100 % expected, or write such as actualPercent: [100]",
    };
  },
};

const topicFifo: AwsRule = {
  id: "alarms/topic-fifo",
  title: "The topic for alarms is a standard one.",
  severity: "warning",
  why: "A FIFO topic takes messages with a message group alone, and sends no mail; no page on Budgets or Cost Anomaly Detection says that they name one.",
  source: "https://docs.aws.amazon.com/sns/latest/dg/sns-fifo-topics.html",
  *check({ config: { alarms } }) {
    if (!alarms.topic?.endsWith(".fifo")) return;
    yield {
      path: ["alarms", "topic"],
      message: `${alarms.topic} is a FIFO topic`,
      fix: "name a standard topic, or leave topic out, and one is made",
    };
  },
};

const topicElsewhere: AwsRule = {
  id: "alarms/topic-account",
  title: "The topic is one of the environment's account.",
  severity: "error",
  why: "Budgets and Cost Anomaly Detection take a topic of their own account only.",
  source: "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html",
  *check({ config: { alarms, budget }, env }) {
    if (alarms.topic === undefined || !budget || alarms.topic.split(":")[4] === env.account) return;
    yield {
      path: ["alarms", "topic"],
      message: `the topic ${alarms.topic} is not in the account ${env.account}`,
      fix: "name a topic of that account, or leave topic out, and one is made",
    };
  },
};

const monitorElsewhere: AwsRule = {
  id: "budget/monitor-account",
  title: "The anomaly monitor is one of the environment's account.",
  severity: "error",
  why: "A monitor is there for the account that made it alone.",
  source: "https://docs.aws.amazon.com/cost-management/latest/userguide/getting-started-ad.html",
  *check({ config: { budget }, env }) {
    if (budget?.anomalies.kind !== "monitor" || budget.anomalies.monitor.split(":")[4] === env.account) return;
    yield {
      path: ["budget", "anomalies", "monitor"],
      message: `the monitor ${budget.anomalies.monitor} is not in the account ${env.account}`,
      fix: `name one that aws ce get-anomaly-monitors lists there, or write anomalies: { kind: "off" }`,
    };
  },
};

/** Days of metrics over which a team's GPU hours are summed. */
const TEAM_DAYS = 30;

const teamUnmeasured: AwsRule = {
  id: "teams/budget-unmeasured",
  title: "What a team's GPUs cost is measured for 30 days.",
  severity: "error",
  why: "The alert sums GPU hours that Slurm tells Prometheus: without either, or with fewer days, it never sounds.",
  source: METRICS,
  *check({ config: { teams, slurm, monitoring } }) {
    const reason = !slurm
      ? "the environment has no slurm"
      : !monitoring.enabled
        ? "monitoring is off"
        : monitoring.retentionDays < TEAM_DAYS
          ? `metrics are kept for ${monitoring.retentionDays} days`
          : null;
    if (reason === null) return;
    for (const [name, { monthlyUsd }] of Object.entries(teams)) {
      if (monthlyUsd === undefined) continue;
      yield {
        path: ["teams", name, "monthlyUsd"],
        message: `the cost of ${name} cannot be summed over ${TEAM_DAYS} days: ${reason}`,
        fix: slurm ? `write monitoring: { retentionDays: ${TEAM_DAYS} } or more` : "take monthlyUsd out, or add slurm",
      };
    }
  },
};

const teamPrice: AwsRule = {
  id: "teams/budget-price-unknown",
  title: "GPUs of teams with a budget have a known price.",
  severity: "warning",
  why: "GPU hours without a price count for nothing.",
  source: `https://aws.amazon.com/ec2/pricing/on-demand/; Railyard's own design: a team is billed GPU hours at the price of its nodes`,
  *check({ config: { teams }, env }) {
    const unknown = ec2Groups(env).filter((g) => g.gpus && hourOf(env.prices, g.machines.instanceType).usd === null);
    if (unknown.length === 0) return;
    for (const [name, { monthlyUsd }] of Object.entries(teams)) {
      if (monthlyUsd === undefined) continue;
      yield {
        path: ["teams", name, "monthlyUsd"],
        message: `no price of ${unknown.map((g) => g.machines.instanceType).join(", ")} in ${env.region} is known: the mean price of a GPU is without`,
        fix: "write what it costs you in prices, or take monthlyUsd out",
      };
    }
  },
};

/** What the environment may cost, and who is told. */
export const BUDGET_RULES: readonly AwsRule[] = [
  belowEstimate,
  teamBelow,
  partition,
  nobody,
  unused,
  emailTwice,
  noShares,
  topicFifo,
  topicElsewhere,
  monitorElsewhere,
  teamUnmeasured,
  teamPrice,
];
