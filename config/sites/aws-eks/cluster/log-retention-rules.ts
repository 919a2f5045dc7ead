import type { AwsRule } from "../rule";

const SOURCE = "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html";

/** The only retention times that CloudWatch Logs takes, in days. */
const LEGAL_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** What to write instead: the legal values on either side. */
function neighbours(days: number): string {
  const [below, above] = [LEGAL_DAYS.findLast((d) => d < days), LEGAL_DAYS.find((d) => d > days)];
  return [below, above].filter((d) => d !== undefined).join(" or ");
}

/** How long logs are kept. */
export const LOG_RETENTION_RULES: readonly AwsRule[] = [
  {
    id: "network/flow-log-retention",
    title: "Flow logs are kept for a number of days that CloudWatch knows.",
    severity: "error",
    why: "CloudWatch Logs takes only some numbers; the provider refuses others at plan.",
    source: SOURCE,
    *check({ config: { network } }) {
      if (network.kind !== "create" || network.flowLogDays === 0 || LEGAL_DAYS.includes(network.flowLogDays)) return;
      const message = `${network.flowLogDays} days is no retention that CloudWatch Logs offers; near are ${neighbours(network.flowLogDays)}`;
      yield {
        path: ["network", "flowLogDays"],
        message,
        fix: `write ${neighbours(network.flowLogDays)}, or 0 for no logs`,
      };
    },
  },
  {
    id: "cluster/log-retention",
    title: "Control-plane logs are kept for a number of days that CloudWatch knows.",
    severity: "error",
    why: "CloudWatch Logs takes only some numbers; the provider refuses others at plan.",
    source: SOURCE,
    *check({ config: { cluster } }) {
      if (LEGAL_DAYS.includes(cluster.logDays)) return;
      const message = `${cluster.logDays} days is no retention that CloudWatch Logs offers; near are ${neighbours(cluster.logDays)}`;
      yield { path: ["cluster", "logDays"], message, fix: `write ${neighbours(cluster.logDays)}` };
    },
  },
  {
    id: "logs/retention",
    title: "Logs of pods and nodes are kept for a number of days that CloudWatch knows.",
    severity: "error",
    why: "CloudWatch Logs takes only some numbers; the provider refuses others at plan.",
    source: SOURCE,
    *check({ config: { logs } }) {
      if (logs.to.kind !== "cloudwatch" || LEGAL_DAYS.includes(logs.to.retentionDays)) return;
      const { retentionDays } = logs.to;
      const message = `${retentionDays} days is no retention that CloudWatch Logs offers; near are ${neighbours(retentionDays)}`;
      yield { path: ["logs", "to", "retentionDays"], message, fix: `write ${neighbours(retentionDays)}` };
    },
  },
];
