import { z } from "zod";
import { datasetSchema } from "../datasets/schema";
import { idleSchema } from "../money/budget-schema";
import { gpuSchema } from "../gpu/schema";
import { healthSchema } from "../health/schema";
import { key, nameSchema } from "../kernel/key";
import { kueueSchema } from "../kueue/schema";
import { logsSchema } from "../logs/schema";
import { tracesSchema } from "../traces/schema";
import { monitoringSchema } from "../monitoring/schema";
import { ownerSchema } from "../owner/schema";
import { outboundSchema } from "../outbound/schema";
import { platformSchema } from "../platform/schema";
import { slurmSchema } from "../slurm/schema";
import type { ClusterState } from "../state/cluster-schema";
import { stateSchema } from "../state/schema";
import { teamSchema } from "../teams/schema";
import type { WrittenVolume } from "../storage/kind";
import { verifySchema } from "../verify/schema";
import { workloadSchema } from "../workloads/schema";

const ignoredRule = z.strictObject({
  id: key(z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, "must be the id of a rule, such as lustre/capacity-increment"), {
    description: "Rule to silence.",
    update: "none",
  }),
  reason: key(z.string().min(10, "must say why, in at least 10 characters"), {
    description: "Why; shown at every synth.",
    update: "none",
  }),
  until: key(z.iso.date({ error: "must be a date, such as 2027-01-31" }), {
    description: "Last day on which the rule is silent.",
    update: "none",
  }),
});

/** Keys of an environment on any site. A site puts them into its schema in the order in which people read them. */
export const SITE_KEYS = {
  name: key(nameSchema(20), {
    description: "Name of the environment; the name of its file, and the first part of every resource name.",
    example: "research",
    update: "forbidden",
    updateNote: "Every resource would be made anew. Make a new environment and move the data.",
  }),
  profile: key(z.enum(["production", "development"]).default("production"), {
    description: "Production protects what holds data and asks for pinned images; development is cheap to throw away.",
    update: "in-place",
  }),
  owner: key(ownerSchema, {
    description: "Who answers and who pays; tags on everything, instances too.",
    update: "rolling",
  }),
  state: key(stateSchema.default({ kind: "s3" }), {
    description: "Where Terraform keeps its state.",
    update: "forbidden",
  }),
  gpu: key(gpuSchema.prefault({}), {
    description: "Driver, device plugin and telemetry of the GPUs.",
    update: "drains",
  }),
  slurm: key(slurmSchema.optional(), {
    description: "Slurm on Kubernetes.",
    defaultNote: "no Slurm",
    update: "in-place",
  }),
  kueue: key(kueueSchema.optional(), {
    description: "Queues for jobs of Kubernetes in the namespaces of teams, by Kueue, on nodes that are not Slurm's.",
    defaultNote: "no queues: pods of teams are placed as they come",
    update: "in-place",
    updateNote: "Without it, jobs that wait in queues stay suspended until somebody deletes or resumes them.",
  }),
  health: key(healthSchema.optional(), {
    description:
      "What nodes of pools that no partition of Slurm has are asked while they run, and what becomes of those that answer badly: they are cordoned, and repaired by the cause.",
    example: { repair: { mode: "on" } },
    defaultNote: "nobody looks at them; nodes of Slurm have slurm.health",
    update: "in-place",
    updateNote: "Without it, nodes that are cordoned for a fault stay so until somebody opens them.",
    source: "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html",
  }),
  platform: key(platformSchema.prefault({}), {
    description: "What runs in the cluster beside Slurm.",
    update: "in-place",
  }),
  outbound: key(outboundSchema.prefault({}), {
    description:
      "How nodes and pods reach what lies outside of the cluster, at sites that are not on the open internet: mirrors of registries, authorities of your own, a proxy.",
    defaultNote: "nodes reach registries and services of AWS by the network",
    update: "rolling",
  }),
  monitoring: key(monitoringSchema.prefault({}), { description: "Metrics and alerts.", update: "in-place" }),
  logs: key(logsSchema.prefault({}), {
    description: "Where what pods and nodes write as logs is kept.",
    defaultNote: "on the nodes alone, until the kubelet deletes them",
    update: "in-place",
  }),
  traces: key(tracesSchema.prefault({}), {
    description:
      "Where traces of jobs and services are kept: spans of OpenTelemetry, such as those of each step of a training.",
    defaultNote: "nowhere",
    update: "in-place",
  }),
  teams: key(z.record(nameSchema(30), teamSchema).default({}), { description: "Teams, by name.", update: "in-place" }),
  datasets: key(z.record(nameSchema(30), datasetSchema).default({}), {
    description:
      "Datasets that jobs read, by name: where they lie, and which teams may. All of them are there: Railyard makes none and deletes nothing of them.",
    example: {
      imagenet: { place: { kind: "bucket", name: "lab-datasets", prefix: "imagenet/" }, format: "webdataset" },
    },
    update: "in-place",
  }),
  workloads: key(z.record(nameSchema(20), workloadSchema).default({}), {
    description:
      "Trainings that the environment is meant for, by name. They install nothing: `railyard size`, rules and reviews count with them.",
    example: { pretrain: { params: "70B", tokens: "2T" } },
    update: "none",
  }),
  verify: key(verifySchema.prefault({}), {
    description: "How the cluster is proved without anybody who starts it.",
    defaultNote: "people and pipelines start verify",
    update: "in-place",
  }),
  idle: key(idleSchema.optional(), {
    description: "Alerts for GPUs that are held and not used, with what they cost an hour.",
    defaultNote: "no such alerts",
    update: "in-place",
  }),
  ignoreRules: key(z.array(ignoredRule).default([]), { description: "Rules to silence until a date.", update: "none" }),
};

/** What is written of an environment on any site, with its defaults filled in. */
export interface SiteConfig extends Omit<z.output<z.ZodObject<typeof SITE_KEYS>>, "state"> {
  readonly state: z.output<typeof stateSchema> | ClusterState;
  readonly cluster: {
    /** Tells the site. */
    readonly kind: string;
    /** Minor version of Kubernetes, such as 1.36. */
    readonly version: string;
  };
  readonly nodeGroups: Readonly<Record<string, object>>;
  readonly storage: Readonly<Record<string, WrittenVolume>>;
  /** The short form of a volume, on sites that have one. */
  readonly lustre?: object | undefined;
}
