import { z } from "zod";
import { arnSchema, key } from "../kernel/key";
import { hostAndPort, mailbox } from "./mail-address";
import { secretKeyName, secretNameSchema } from "../slurm/secret-name";

const ALERTMANAGER = "https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings";

/** Name of the Secret that holds what nobody may read in config. */
const secretName = (holds: string) =>
  key(secretNameSchema, {
    description: `Kubernetes Secret in the namespace monitoring with ${holds}. Alertmanager does not start without it.`,
    example: "alert-receivers",
    update: "in-place",
    source: ALERTMANAGER,
  });

const resolved = key(z.boolean().default(true), {
  description: "Whether the end of an alert is told, too.",
  update: "in-place",
});

const email = z.strictObject({
  kind: z.literal("email"),
  to: key(z.array(mailbox).min(1).max(20), {
    description:
      'Addresses that each alert is sent to, with the names of people or without: "GPU on-call <oncall@example.com>".',
    example: ["gpu-oncall@example.com"],
    update: "in-place",
  }),
  from: key(mailbox, {
    description: "Address of the sender, with a name or without.",
    example: "GPU alerts <alerts@example.com>",
    update: "in-place",
  }),
  smarthost: key(hostAndPort, {
    description:
      "Server that takes the mails by SMTP, and its port; an IPv6 address stands in brackets. The proxy of outbound does not reach it.",
    example: "smtp.example.com:587",
    update: "in-place",
  }),
  tls: key(z.enum(["starttls", "implicit", "none"]).default("starttls"), {
    description:
      'How the connection is encrypted: "starttls" asks the server to begin it, "implicit" begins with it, and "none" sends all in clear, the password too.',
    update: "in-place",
  }),
  login: key(
    z
      .strictObject({
        username: key(z.string().min(1).max(200), { description: "Name at the server.", update: "in-place" }),
        secretName: secretName("the password"),
        secretKeyName: secretKeyName("password"),
      })
      .optional(),
    { description: "How Alertmanager logs in.", defaultNote: "it does not", update: "in-place" },
  ),
  resolved,
});

const slack = z.strictObject({
  kind: z.literal("slack"),
  secretName: secretName("the address of an incoming webhook"),
  secretKeyName: secretKeyName("slack-url"),
  channel: key(
    z
      .string()
      .regex(/^[#@]?[\w.-]{1,80}$/, "must be a channel, such as #gpu-alerts")
      .optional(),
    {
      description: "Channel of Slack, or a person.",
      defaultNote: "the one that the webhook was made for",
      example: "#gpu-alerts",
      update: "in-place",
    },
  ),
  resolved,
});

const pagerduty = z.strictObject({
  kind: z.literal("pagerduty"),
  secretName: secretName("the integration key of a service (Events API v2)"),
  secretKeyName: secretKeyName("pagerduty-key"),
  region: key(z.enum(["us", "eu"]).default("us"), {
    description: "Where the account of PagerDuty is.",
    update: "in-place",
    source: "https://support.pagerduty.com/main/docs/service-regions",
  }),
  resolved,
});

const opsgenie = z.strictObject({
  kind: z.literal("opsgenie"),
  secretName: secretName("the key of an API integration"),
  secretKeyName: secretKeyName("opsgenie-key"),
  region: key(z.enum(["us", "eu"]).default("us"), {
    description: "Where the account of Opsgenie is.",
    update: "in-place",
    source: "https://docs.opsgenie.com/docs/alert-api",
  }),
  resolved,
});

const msteams = z.strictObject({
  kind: z.literal("msteams"),
  secretName: secretName("the address of a workflow of Microsoft Teams that takes webhooks"),
  secretKeyName: secretKeyName("msteams-url"),
  resolved,
});

/** Alertmanager reads the Region from it. @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
const topicArn = arnSchema("sns", "an SNS topic").regex(
  /^arn:[a-z-]+:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/,
  "must be the whole ARN of an SNS topic, such as arn:aws:sns:us-east-1:111122223333:gpu-oncall",
);

const sns = z.strictObject({
  kind: z.literal("sns"),
  topic: key(topicArn, {
    description:
      "Topic. Its policy and that of its key must let the role of Alertmanager publish where it is in another account.",
    example: "arn:aws:sns:us-east-1:111122223333:gpu-oncall",
    update: "in-place",
  }),
  resolved,
});

const webhook = z.strictObject({
  kind: z.literal("webhook"),
  address: key(
    z.discriminatedUnion("in", [
      z.strictObject({
        in: z.literal("secret"),
        secretName: secretName("the address"),
        secretKeyName: secretKeyName("url"),
      }),
      z.strictObject({
        in: z.literal("config"),
        url: key(z.url({ protocol: /^https?$/, error: "must be an address with http or https" }), {
          description: "Address that is no secret, such as that of a Service in the cluster.",
          example: "http://alert-bridge.monitoring.svc:8080/alerts",
          update: "in-place",
        }),
      }),
    ]),
    {
      description: "Where Alertmanager posts alerts as JSON. An address with which anybody could post is a secret.",
      update: "in-place",
      source: "https://prometheus.io/docs/alerting/latest/configuration/#webhook_config",
    },
  ),
  resolved,
});

/** Somebody who can be told of alerts. */
export const receiverSchema = z.discriminatedUnion("kind", [email, slack, pagerduty, opsgenie, msteams, sns, webhook]);

/** One receiver with its defaults. */
export type Receiver = z.output<typeof receiverSchema>;
