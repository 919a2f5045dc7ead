import { z } from "zod";
import { CHARTS } from "../facts/versions";
import { key } from "../kernel/key";
import { loginSchema, plainAddress } from "../outbound/login-schema";

const PROVISIONING = "https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources";

/** How Grafana proves to a store who asks. */
const readingLogin = (of: string, example: string) =>
  key(
    loginSchema(
      {
        namespace: CHARTS["kube-prometheus-stack"].namespace,
        without: "Without it Grafana waits for it for ever, and nobody sees a dashboard.",
        source: PROVISIONING,
      },
      example,
    ).prefault({ kind: "none" }),
    {
      description: `How Grafana proves who reads ${of}. What may write there often may not read, so that this is a login of its own.`,
      defaultNote: "it does not",
      update: "in-place",
    },
  );

const loki = z.strictObject({
  kind: z.literal("loki"),
  url: key(
    plainAddress
      .refine(
        (url) => !/\/(?:otlp|loki\/api)(?:\/|$)|\/$/.test(url),
        "must end before the path of Loki's API, and without a slash: /loki/api/v1/query_range comes after it",
      )
      .optional(),
    {
      description: "Address at which Loki answers queries, where it is another one than that which takes logs.",
      defaultNote: "logs.to.url",
      example: "https://loki-read.example.com",
      update: "in-place",
      source: PROVISIONING,
    },
  ),
  login: readingLogin("logs", "log-reader"),
});

/** Whether Grafana shows logs, and how it asks for them. */
export const grafanaLogsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("cloudwatch") }),
  loki,
]);

const tempo = z.strictObject({
  kind: z.literal("tempo"),
  url: key(
    plainAddress.refine(
      (url) => !/\/(?:v1|api)(?:\/|$)|\/$/.test(url),
      "must end before the path of Tempo's API, and without a slash: /api/search comes after it",
    ),
    {
      description:
        "Address at which Grafana Tempo answers queries: seldom that of traces.to, which takes spans. The tenant is that of traces.to.",
      example: "https://tempo-read.example.com",
      update: "in-place",
      source: "https://grafana.com/docs/tempo/latest/api_docs/",
    },
  ),
  login: readingLogin("traces", "trace-reader"),
});

/** Whether Grafana searches traces, and how it asks for them. */
export const grafanaTracesSchema = z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("none") }), tempo]);
