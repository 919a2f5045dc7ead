import { z } from "zod";
import { arnSchema, key } from "../kernel/key";

const BUDGETS = "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-create.html";
const ANOMALIES = "https://docs.aws.amazon.com/cost-management/latest/userguide/getting-started-ad.html";

/** Amounts of money that a month may cost. */
export const usdPerMonth = z.number().min(1).max(100_000_000);

const percents = (what: string, values: number[]) =>
  key(
    z
      .array(z.number().positive().max(1000))
      .max(4)
      .default(values)
      .refine((given) => new Set(given).size === given.length, "must name each share once"),
    { description: `Shares of the amount at which an alarm is sounded for ${what}.`, unit: "%", update: "in-place" },
  );

const minimumUsd = key(z.number().min(1).default(100), {
  description: "Least cost of an anomaly that is told.",
  unit: "USD",
  update: "in-place",
});

/** AWS makes monitors of tags for the management account of an organization alone. */
const anomalies = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("detect"), minimumUsd }),
  z.strictObject({
    kind: z.literal("monitor"),
    minimumUsd,
    monitor: key(arnSchema("ce", "a cost anomaly monitor"), {
      description:
        "Monitor that is there already, of the same account: aws ce get-anomaly-monitors lists them. Most accounts have one of all their services.",
      example: "arn:aws:ce::111122223333:anomalymonitor/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",
      update: "in-place",
    }),
  }),
]);

/** What the environment may cost, and when an alarm is sounded. AWS counts some hours late; nothing is stopped. */
export const budgetSchema = z.strictObject({
  monthlyUsd: key(usdPerMonth, {
    description:
      "What the environment may cost in a month. Counted by the tag `railyard:environment`, which must be active as a cost allocation tag of the paying account: once for the account, and it takes AWS up to 24 hours.",
    unit: "USD",
    example: 20000,
    update: "in-place",
    source: BUDGETS,
  }),
  teamMonthlyUsd: key(usdPerMonth.optional(), {
    description:
      "What all environments of owner.team in the account may cost in a month together, by the tag `railyard:team`. What a team uses within the environment is teams.<team>.monthlyUsd.",
    unit: "USD",
    defaultNote: "no such budget",
    update: "in-place",
  }),
  actualPercent: percents("what has been spent", [80, 100]),
  forecastPercent: percents("what the month is going to cost", [100]),
  anomalies: key(anomalies.default({ kind: "off" }), {
    description:
      'Cost Anomaly Detection: tells of costs that differ from what was usual. "detect" looks at the costs of the same tags, which AWS allows the management account of an organization alone; "monitor" tells what a monitor of the account finds, in all of its costs.',
    update: "in-place",
    source: ANOMALIES,
  }),
});

/** Whom alarms reach: budgets, anomalies, idle GPUs, and with monitoring every alert of the cluster. */
export const alarmsSchema = z.strictObject({
  emails: key(z.array(z.email()).max(10).default([]), {
    description: "E-mail addresses. SNS writes to each once, and sends nothing more until the link in it is followed.",
    example: ["gpu-costs@example.com"],
    update: "in-place",
  }),
  topic: key(arnSchema("sns", "an SNS topic").optional(), {
    description:
      "SNS topic of your own. Its policy and the policy of its key must let budgets.amazonaws.com and costalerts.amazonaws.com publish.",
    defaultNote: "an encrypted topic is made",
    example: "arn:aws:sns:us-east-1:111122223333:alarms",
    update: "in-place",
  }),
});

/** GPUs that somebody holds and does not use. */
export const idleSchema = z.strictObject({
  afterMinutes: key(z.int().min(5).max(1440).default(30), {
    description: "How long GPUs of a job or pod must do next to nothing before an alert.",
    unit: "minutes",
    update: "in-place",
  }),
  utilisationPercent: key(z.number().min(1).max(50).default(5), {
    description:
      "Share of the time with the compute engine active below which a GPU is idle (DCGM_FI_PROF_GR_ENGINE_ACTIVE). A job that hangs in NCCL counts as busy.",
    unit: "%",
    update: "in-place",
    source: "https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/feature-overview.html",
  }),
});
