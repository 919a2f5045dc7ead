import { z } from "zod";
import { key } from "../kernel/key";
import { loginSchema, plainAddress } from "../outbound/login-schema";

const OTLP = "https://opentelemetry.io/docs/specs/otlp/#otlphttp";
const XRAY = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html";

/** Namespace of the collector, and of its Secret. Frozen. */
export const TRACES_NAMESPACE = "kube-system";

const xray = z.strictObject({ kind: z.literal("xray") });

const login = loginSchema(
  {
    namespace: TRACES_NAMESPACE,
    without: "Without it no collector starts, and no traces are kept.",
    source: OTLP,
  },
  "trace-store",
);

const otlp = z.strictObject({
  kind: z.literal("otlp"),
  url: key(
    plainAddress.refine(
      (url) => !/\/v1(?:\/|$)|\/$/.test(url),
      "must end before the path of OTLP, and without a slash: /v1/traces comes after it",
    ),
    {
      description: "Address of Grafana Tempo, of Jaeger, or of anything else that takes OTLP over HTTP.",
      example: "https://tempo.example.com",
      update: "in-place",
      source: "https://grafana.com/docs/tempo/latest/configuration/#distributor",
    },
  ),
  login: key(login.prefault({ kind: "none" }), {
    description: "How collectors prove who they are.",
    defaultNote: "they do not",
    update: "in-place",
  }),
  tenant: key(
    z
      .string()
      .regex(/^[\w.!*'()-]{1,150}$/, "must have letters, digits and !-_.*'() alone, at most 150")
      .optional(),
    {
      description: "Tenant that the traces belong to: the header X-Scope-OrgID.",
      defaultNote: "the store knows none",
      example: "gpu-clusters",
      update: "in-place",
      source: "https://grafana.com/docs/tempo/latest/operations/manage-advanced-systems/multitenancy/",
    },
  ),
});

const storeSchema = z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("none") }), xray, otlp]);

/** Where traces go, with its defaults. */
export type TraceStore = z.output<typeof storeSchema>;

/** Where jobs and services send their traces. */
export const tracesSchema = z.strictObject({
  to: key(storeSchema.prefault({ kind: "none" }), {
    description:
      "Who keeps traces: AWS X-Ray in the account and Region of the cluster, where Transaction Search is on, or a store that exists and takes OTLP. Two collectors in the cluster take them from jobs and services and send them there.",
    defaultNote: "nobody: jobs are told of no collector",
    example: { kind: "otlp", url: "https://tempo.example.com" },
    update: "in-place",
    source: XRAY,
  }),
  samplePercent: key(z.number().gt(0).max(100).default(100), {
    description:
      "How many traces of a hundred are kept; all spans of one trace are kept or left out together. Programs choose before it: railyard_telemetry.py sends one step of a hundred.",
    unit: "percent",
    example: 10,
    update: "in-place",
    source:
      "https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/v0.158.0/processor/probabilisticsamplerprocessor",
  }),
});
