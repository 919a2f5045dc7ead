import { z } from "zod";
import { key, nameSchema } from "../kernel/key";
import { calledAddress, loginSchema } from "../outbound/login-schema";

const REMOTE_WRITE = "https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write";
const AMP =
  "https://docs.aws.amazon.com/prometheus/latest/userguide/AMP-onboard-ingest-metrics-existing-Prometheus.html";

/** Names of metrics, of which the end may be left open. @see https://prometheus.io/docs/concepts/data_model/ */
const metricNames = z
  .array(z.string().regex(/^[A-Za-z_:][\w:]*\*?$/, "must be the name of a metric, or its beginning and a star: DCGM_*"))
  .min(1)
  .max(200)
  .optional();

const filters = {
  metrics: key(metricNames, {
    description: "Only these metrics are sent; a star stands for any end of a name.",
    defaultNote: "all",
    example: ["DCGM_*", "slurm_*", "up"],
    update: "in-place",
    source: REMOTE_WRITE,
  }),
  except: key(metricNames, {
    description: "These are not sent, though metrics has them; a star stands for any end of a name.",
    defaultNote: "none is left out",
    example: ["apiserver_*", "etcd_*"],
    update: "in-place",
    source: REMOTE_WRITE,
  }),
} as const;

const workspaceArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:aps:[a-z0-9-]+:\d{12}:workspace\/ws-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    "must be the whole ARN of a workspace, such as arn:aws:aps:us-east-1:111122223333:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000",
  );

const amp = z.strictObject({
  kind: z.literal("amp"),
  workspace: key(workspaceArn, {
    description:
      "Workspace of Amazon Managed Service for Prometheus, which somebody has made. Prometheus gets the right to write to it, and no other.",
    example: "arn:aws:aps:us-east-1:111122223333:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000",
    update: "in-place",
    source: AMP,
  }),
  ...filters,
});

const login = loginSchema(
  {
    namespace: "monitoring",
    without: "Without it Prometheus gets no new configuration, and a new one does not start.",
    source: "https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.RemoteWriteSpec",
  },
  "metrics-store",
);

const prometheus = z.strictObject({
  kind: z.literal("prometheus"),
  url: key(calledAddress, {
    description: "Where samples are posted: Mimir, Thanos Receive, VictoriaMetrics, Grafana Cloud, another Prometheus.",
    example: "https://mimir.example.com/api/v1/push",
    update: "in-place",
    source: REMOTE_WRITE,
  }),
  login: key(login.prefault({ kind: "none" }), {
    description: "How Prometheus proves who it is.",
    defaultNote: "it does not",
    update: "in-place",
  }),
  tenant: key(
    z
      .strictObject({
        id: key(z.string().regex(/^[\w.!*'()-]{1,150}$/, "must have letters, digits and !-_.*'() alone, at most 150"), {
          description: "Tenant that the samples belong to.",
          example: "gpu-clusters",
          update: "in-place",
          source: "https://grafana.com/docs/mimir/latest/configure/about-tenant-ids/",
        }),
        header: key(z.enum(["X-Scope-OrgID", "THANOS-TENANT"]).default("X-Scope-OrgID"), {
          description: "Header that names it: that of Mimir and Cortex, or that of Thanos.",
          update: "in-place",
          source: "https://thanos.io/tip/components/receive.md/",
        }),
      })
      .optional(),
    { description: "Tenant, where the store has several.", defaultNote: "the store knows none", update: "in-place" },
  ),
  ...filters,
});

export const destinationSchema = z.discriminatedUnion("kind", [amp, prometheus]);

/** A store of metrics, with its defaults. */
export type Destination = z.output<typeof destinationSchema>;

/** Where metrics go beside the cluster's own Prometheus. */
export const remoteWriteSchema = key(z.record(nameSchema(30), destinationSchema).default({}), {
  description:
    "Stores outside of the cluster that get its metrics, by name: Amazon Managed Service for Prometheus, or anything that takes Prometheus' remote write. Each series gets the label cluster with the name of the environment.",
  defaultNote: "metrics stay in the cluster",
  example: { central: { kind: "prometheus", url: "https://mimir.example.com/api/v1/push" } },
  update: "in-place",
  source: REMOTE_WRITE,
});
