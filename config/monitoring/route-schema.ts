import { z } from "zod";
import { key, nameSchema } from "../kernel/key";
import { receiverSchema } from "./receiver-schema";

/** Severities of alerts, the worst first. */
export const SEVERITIES = ["critical", "warning", "info"] as const;
export type AlertSeverity = (typeof SEVERITIES)[number];

const ROUTE = "https://prometheus.io/docs/alerting/latest/configuration/#route";

const label = z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of a label: letters, digits and underscores");

/** Alertmanager takes each label once, and its sign for all labels without others. */
const EVERY_LABEL = "...";
const groupLabels = z
  .array(z.union([z.literal(EVERY_LABEL), label], { error: 'must be the name of a label, or "..." for all' }))
  .min(1)
  .refine((labels) => labels.length === 1 || !labels.includes(EVERY_LABEL), '"..." stands for all labels, alone')
  .refine((labels) => new Set(labels).size === labels.length, "must name each label once");

const routeSchema = z.strictObject({
  to: key(z.array(nameSchema(30)).min(1), {
    description: "Receivers that are told, by their names in receivers.",
    example: ["oncall"],
    update: "in-place",
  }),
  severities: key(z.array(z.enum(SEVERITIES)).min(1).default(["critical", "warning"]), {
    description:
      "Severities that are told: critical is for somebody who is woken, warning for working hours, info explains others.",
    example: ["critical"],
    update: "in-place",
  }),
  teams: key(z.array(nameSchema(30)).min(1).optional(), {
    description:
      "Only alerts of these teams, and of those below them: alerts with the label team, and those of pods in the teams' namespaces.",
    defaultNote: "alerts of all, and of the cluster",
    example: ["vision"],
    update: "in-place",
  }),
  alerts: key(
    z
      .array(z.string().regex(/^[A-Za-z]\w*$/, "must be the name of an alert, such as GpuLost"))
      .min(1)
      .optional(),
    {
      description: "Only alerts of these names.",
      defaultNote: "alerts of any name",
      example: ["GpuLost"],
      update: "in-place",
    },
  ),
  groupBy: key(groupLabels.default(["alertname"]), {
    description:
      'Labels by which alerts come together in one message; "..." alone stands for all labels, so that each alert has a message of its own.',
    update: "in-place",
    source: ROUTE,
  }),
  repeatHours: key(z.number().min(0.25).max(120).default(12), {
    description: "When it is told again while an alert goes on. Alertmanager remembers for 120 hours what it has told.",
    unit: "hours",
    update: "in-place",
    source: ROUTE,
  }),
});

/** Names of receivers; Railyard has some of its own. */
const receiverName = nameSchema(30).refine(
  (name) => name !== "null" && !name.startsWith("railyard-"),
  'must be another name: "null" and those that begin with "railyard-" are Railyard\'s own',
);

/** Who can be told. */
export const receiversSchema = key(z.record(receiverName, receiverSchema).default({}), {
  description:
    "Who can be told of alerts, by name: e-mail, Slack, PagerDuty, Opsgenie, Microsoft Teams, SNS, webhook. Keys and addresses that are secrets lie in Secrets of Kubernetes.",
  example: { oncall: { kind: "pagerduty", secretName: "alert-receivers" } },
  update: "in-place",
});

/** Who is told of what. */
export const routesSchema = key(z.array(routeSchema).max(50).default([]), {
  description:
    "Who is told of which alerts. Each route that fits tells its receivers, and the topic of alarms hears of everything beside them, where there is one.",
  defaultNote: "the topic of alarms alone",
  example: [{ to: ["oncall"], severities: ["critical"] }],
  update: "in-place",
  source: ROUTE,
});

/** One route with its defaults. */
export type AlertRoute = z.output<typeof routeSchema>;
