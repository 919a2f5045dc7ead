import { z } from "zod";
import { key, nameSchema } from "../kernel/key";
import { loginSchema, plainAddress } from "../outbound/login-schema";

const OTLP = "https://grafana.com/docs/loki/latest/send-data/otel/";
const JOURNAL = "https://www.freedesktop.org/software/systemd/man/latest/journalctl.html";
const POD_LOGS = "https://kubernetes.io/docs/concepts/cluster-administration/logging/";

/** Namespace of the collector, and of its Secret. Frozen. */
export const LOGS_NAMESPACE = "kube-system";

const cloudwatch = z.strictObject({
  kind: z.literal("cloudwatch"),
  retentionDays: key(z.int().min(1).max(3653).default(30), {
    description: "Days for which CloudWatch keeps logs. It takes some numbers alone, and a rule says which.",
    unit: "days",
    update: "in-place",
    updateNote: "Fewer days delete what is older, for good.",
    source: "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html",
  }),
});

const login = loginSchema(
  {
    namespace: LOGS_NAMESPACE,
    without: "Without it no collector starts, and no logs are kept.",
    source: OTLP,
  },
  "log-store",
);

const loki = z.strictObject({
  kind: z.literal("loki"),
  url: key(
    plainAddress.refine(
      (url) => !/\/(?:otlp|loki\/api)(?:\/|$)|\/$/.test(url),
      "must end before the path of Loki's API, and without a slash: /otlp/v1/logs comes after it",
    ),
    {
      description: "Address of Loki 3 or newer, or of what stands before it.",
      example: "https://loki.example.com",
      update: "in-place",
      source: OTLP,
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
      description: "Tenant that the logs belong to: the header X-Scope-OrgID.",
      defaultNote: "the store knows none",
      example: "gpu-clusters",
      update: "in-place",
      source: "https://grafana.com/docs/loki/latest/operations/multi-tenancy/",
    },
  ),
});

const storeSchema = z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("none") }), cloudwatch, loki]);

/** Where logs go, with its defaults. */
export type LogStore = z.output<typeof storeSchema>;

/** What is kept of logs, and where. */
export const logsSchema = z.strictObject({
  to: key(storeSchema.prefault({ kind: "none" }), {
    description:
      "Who keeps logs: groups of CloudWatch that Railyard makes, or a Loki that exists. A collector on every node sends them.",
    defaultNote: "nobody: the kubelet deletes those of pods that are gone, and the oldest of those that run",
    example: { kind: "cloudwatch" },
    update: "in-place",
    source: POD_LOGS,
  }),
  pods: key(z.boolean().default(true), {
    description: "Whether what containers of pods print is kept: controllers, Slurm's daemons, and jobs in pods.",
    update: "in-place",
    source: POD_LOGS,
  }),
  exceptNamespaces: key(z.array(nameSchema(63)).max(100).default([]), {
    description: "Pods of these namespaces are left out: those that print a lot, or what nobody else may read.",
    defaultNote: "none is left out",
    example: ["team-vision"],
    update: "in-place",
    source: POD_LOGS,
  }),
  nodes: key(z.boolean().default(true), {
    description:
      "Whether journals of nodes are kept: kernel, kubelet and containerd. The collector reads the whole file system of its node for it, and changes nothing there.",
    update: "in-place",
    source: JOURNAL,
  }),
  jobFiles: key(
    z
      .array(
        z
          .string()
          .max(500)
          .regex(
            /^(?:\/[\w.@%+=,*-]+)+$/,
            "must be an absolute path of letters, digits and _.@%+=,- with stars, such as /home/*/slurm-*.out",
          )
          .refine((path) => !/\/\.\.?(?:\/|$)/.test(path) && !path.includes("**"), "must have no .., . and **")
          .refine(
            (path) => /\*[^/]*$/.test(path),
            "must end in a name with a star: it stands for the number of the job",
          ),
      )
      .max(20)
      .default([]),
    {
      description:
        "Files in which jobs of Slurm print, on volumes that login pods mount. A star stands for any part of one name. The number of the job stands after a dash, after a dot or at the beginning of the name, and at its end: slurm-%j.out, train-%A_%a.log. One collector reads them as root.",
      defaultNote: "what jobs print is in their files alone",
      example: ["/home/*/slurm-*.out"],
      update: "in-place",
      source: "https://slurm.schedmd.com/sbatch.html#SECTION_FILENAME-PATTERN",
    },
  ),
  expectedGiBPerDay: key(z.number().positive().max(1_000_000).optional(), {
    description:
      "How much you expect all nodes to write in a day: the estimate of costs counts with it, and nothing else does.",
    defaultNote: "the estimate says the price of a GiB alone",
    unit: "GiB per day",
    example: 20,
    update: "none",
    source: "https://aws.amazon.com/cloudwatch/pricing/",
  }),
});
