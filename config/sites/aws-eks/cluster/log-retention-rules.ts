import type { Violation } from "../../../kernel/rule";
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

/** What is wrong with a number of days, and what to write instead; nothing where CloudWatch knows it. @param orElse ends the fix */
function* unknownDays(days: number, path: readonly string[], orElse = ""): Generator<Violation> {
  if (LEGAL_DAYS.includes(days)) return;
  const near = neighbours(days);
  yield {
    path,
    message: `${days} days is no retention that CloudWatch Logs offers; near are ${near}`,
    fix: `write ${near}${orElse}`,
  };
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
      if (network.kind === "create" && network.flowLogDays !== 0)
        yield* unknownDays(network.flowLogDays, ["network", "flowLogDays"], ", or 0 for no logs");
    },
  },
  {
    id: "cluster/log-retention",
    title: "Control-plane logs are kept for a number of days that CloudWatch knows.",
    severity: "error",
    why: "CloudWatch Logs takes only some numbers; the provider refuses others at plan.",
    source: SOURCE,
    *check({ config: { cluster } }) {
      yield* unknownDays(cluster.logDays, ["cluster", "logDays"]);
    },
  },
  {
    id: "logs/retention",
    title: "Logs of pods and nodes are kept for a number of days that CloudWatch knows.",
    severity: "error",
    why: "CloudWatch Logs takes only some numbers; the provider refuses others at plan.",
    source: SOURCE,
    *check({ config: { logs } }) {
      if (logs.to.kind === "cloudwatch") yield* unknownDays(logs.to.retentionDays, ["logs", "to", "retentionDays"]);
    },
  },
];
