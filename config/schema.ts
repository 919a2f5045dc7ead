import { z } from "zod";
import { adoptSchema } from "./sites/aws-eks/adopt/schema";
import { alarmsSchema, budgetSchema, idleSchema } from "./money/budget-schema";
import { checkpointsSchema } from "./checkpoints/schema";
import { ciSchema } from "./sites/aws-eks/ci/schema";
import { clusterSchema } from "./sites/aws-eks/cluster/schema";
import { gpuSchema } from "./gpu/schema";
import { key, nameSchema } from "./kernel/key";
import { lifetimeSchema } from "./lifetime/schema";
import { lustreSchema } from "./storage/fsx-lustre/lustre-schema";
import { networkSchema } from "./sites/aws-eks/network/schema";
import { nodeGroupSchema } from "./sites/aws-eks/nodes/schema";
import { extraTagsSchema, ownerSchema, TAGS_OF_INSTANCES } from "./owner/schema";
import { monitoringSchema, platformSchema } from "./platform/schema";
import { pricesSchema } from "./money/price-schema";
import { scheduleSchema } from "./schedule/schema";
import { slurmSchema } from "./slurm/schema";
import { stateSchema } from "./state/schema";
import { volumeSchema } from "./storage/registry";
import { teamSchema } from "./teams/schema";

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

/** One environment: everything that a team writes. */
export const environmentSchema = z.strictObject({
  name: key(nameSchema(20), {
    description: "Name of the environment; the name of its file, and the first part of every resource name.",
    example: "research",
    update: "forbidden",
    updateNote: "Every resource would be made anew. Make a new environment and move the data.",
  }),
  account: key(z.string().regex(/^\d{12}$/, "must be an AWS account id: 12 digits in quotes"), {
    description: "AWS account id. Terraform refuses to run with credentials of another account.",
    example: "111122223333",
    update: "forbidden",
  }),
  region: key(z.string().regex(/^[a-z]+(-[a-z]+)+-\d$/, "must be an AWS region, such as us-east-1"), {
    description: "AWS region.",
    example: "us-east-1",
    update: "forbidden",
  }),
  profile: key(z.enum(["production", "development"]).default("production"), {
    description: "Production protects what holds data and asks for pinned images; development is cheap to throw away.",
    update: "in-place",
  }),
  owner: key(ownerSchema, {
    description: "Who answers and who pays; tags on everything, instances too.",
    update: "rolling",
  }),
  extraTags: key(extraTagsSchema.default({}), {
    description: "Further tags for every resource.",
    update: "rolling",
    updateNote: TAGS_OF_INSTANCES,
  }),
  state: key(stateSchema.default({ kind: "s3" }), {
    description: "Where Terraform keeps its state.",
    update: "forbidden",
  }),
  ci: key(ciSchema.optional(), {
    description: "The pipeline that plans and deploys this environment: its roles in the account and in the cluster.",
    defaultNote: "no roles for a pipeline",
    update: "in-place",
    updateNote: "Applied by hand, with `npx railyard bootstrap`: no pipeline changes its own roles.",
  }),
  network: key(networkSchema, {
    description: "The VPC: one that is made, or one that exists and is only used.",
    update: "replaces",
  }),
  cluster: key(clusterSchema, { description: "The EKS cluster.", update: "in-place" }),
  nodeGroups: key(z.record(nameSchema(20), nodeGroupSchema), {
    description: "Groups of equal nodes, by name.",
    update: "in-place",
    updateNote: "Removing a group stops its jobs. Renaming is removing one and adding another.",
  }),
  lustre: key(lustreSchema.optional(), {
    description: "FSx for Lustre. The short form of storage.lustre with kind fsx-lustre.",
    defaultNote: "no parallel file system",
    update: "replaces",
  }),
  storage: key(z.record(nameSchema(20), volumeSchema).default({}), {
    description:
      "Volumes that login and compute pods mount, by name; several of one kind may be. `lustre` is the short form of one called lustre.",
    example: { homes: { kind: "efs" } },
    update: "in-place",
    updateNote:
      "Removing a volume destroys its files. What is mounted at /home has the homes of slurm.users: files move along with nobody, so copy them before it is another one.",
  }),
  checkpoints: key(checkpointsSchema.optional(), {
    description: "Checkpoint tiers.",
    defaultNote: "no bucket",
    update: "in-place",
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
  platform: key(platformSchema.prefault({}), {
    description: "What runs in the cluster beside Slurm.",
    update: "in-place",
  }),
  monitoring: key(monitoringSchema.prefault({}), { description: "Metrics and alerts.", update: "in-place" }),
  teams: key(z.record(nameSchema(30), teamSchema).default({}), { description: "Teams, by name.", update: "in-place" }),
  adopt: key(adoptSchema.optional(), {
    description: "Things that were there before, and become part of the environment. `railyard adopt` writes it.",
    defaultNote: "nothing: everything is made",
    update: "forbidden",
    updateNote: "Leave it for as long as the things live: names and what AWS never tells follow from it.",
  }),
  schedule: key(scheduleSchema.optional(), {
    description: "Hours in which nodes run; outside of them node groups have none.",
    defaultNote: "nodes run day and night",
    update: "in-place",
  }),
  lifetime: key(lifetimeSchema.optional(), {
    description: "Until when the environment lives.",
    defaultNote: "until somebody destroys it",
    update: "in-place",
  }),
  budget: key(budgetSchema.optional(), {
    description: "What a month may cost, and alarms before and beyond it.",
    defaultNote: "no budget, no anomaly detection",
    update: "in-place",
  }),
  prices: key(pricesSchema.default({}), {
    description:
      "Prices of your own instead of list prices, by what they are for: an instance type, spot/<type>, capacity-block/<type>, or an item of config/facts/prices.json such as fsx-lustre/persistent-2-ssd/250. Every estimate reads them.",
    example: { "p5.48xlarge": { usd: 31.46, agreement: "savings-plan", asOf: "2026-11-01", until: "2027-10-31" } },
    update: "none",
  }),
  idle: key(idleSchema.optional(), {
    description: "Alerts for GPUs that are held and not used, with what they cost an hour.",
    defaultNote: "no such alerts",
    update: "in-place",
  }),
  alarms: key(alarmsSchema.prefault({}), { description: "Whom alarms about money reach.", update: "in-place" }),
  ignoreRules: key(z.array(ignoredRule).default([]), { description: "Rules to silence until a date.", update: "none" }),
});

/** An environment with its defaults filled in. */
export type Environment = z.output<typeof environmentSchema>;
export type NodeGroupConfig = Environment["nodeGroups"][string];
export type LustreConfig = NonNullable<Environment["lustre"]>;
export type CheckpointsConfig = NonNullable<Environment["checkpoints"]>;
