import { z } from "zod";
import { SITE_KEYS } from "../keys";
import { adoptSchema } from "./adopt/schema";
import { alarmsSchema, budgetSchema } from "../../money/budget-schema";
import { checkpointsSchema } from "../../checkpoints/schema";
import { ciSchema } from "./ci/schema";
import { clusterSchema } from "./cluster/schema";
import { accountSchema, key, nameSchema, regionSchema } from "../../kernel/key";
import { hybridPoolSchema } from "./hybrid/pool-schema";
import { extraTagsSchema, TAGS_OF_INSTANCES } from "../../owner/schema";
import { lifetimeSchema } from "../../lifetime/schema";
import { scheduleSchema } from "../../schedule/schema";
import { imagesSchema, platformSchema } from "../../platform/schema";
import { imageCacheSchema } from "./image-cache/schema";
import { lustreSchema } from "../../storage/fsx-lustre/lustre-schema";
import { networkSchema } from "./network/schema";
import { nodeGroupSchema } from "./nodes/schema";
import { pricesSchema } from "../../money/price-schema";
import { volumeSchema } from "../../storage/registry";

/** One environment in an account of AWS: everything that a team writes. */
export const awsEksSchema = z.strictObject({
  name: SITE_KEYS.name,
  account: key(accountSchema(), {
    description: "AWS account id. Terraform refuses to run with credentials of another account.",
    example: "111122223333",
    update: "forbidden",
  }),
  region: key(regionSchema(), {
    description: "AWS region.",
    example: "us-east-1",
    update: "forbidden",
  }),
  profile: SITE_KEYS.profile,
  owner: SITE_KEYS.owner,
  extraTags: key(extraTagsSchema.default({}), {
    description: "Further tags for every resource.",
    update: "rolling",
    updateNote: TAGS_OF_INSTANCES,
  }),
  state: SITE_KEYS.state,
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
  nodeGroups: key(z.record(nameSchema(20), z.discriminatedUnion("kind", [nodeGroupSchema, hybridPoolSchema])), {
    description: "Groups of equal nodes, by name: those that EC2 starts, and servers on premises.",
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
  gpu: SITE_KEYS.gpu,
  slurm: SITE_KEYS.slurm,
  kueue: SITE_KEYS.kueue,
  health: SITE_KEYS.health,
  platform: key(
    platformSchema
      .extend({
        images: key(imagesSchema.extend({ pullThroughCache: imageCacheSchema }).prefault({}), {
          description: "Where images of pods come from.",
          update: "rolling",
        }),
      })
      .prefault({}),
    {
      description: "What runs in the cluster beside Slurm.",
      update: "in-place",
    },
  ),
  outbound: SITE_KEYS.outbound,
  monitoring: SITE_KEYS.monitoring,
  logs: SITE_KEYS.logs,
  traces: SITE_KEYS.traces,
  teams: SITE_KEYS.teams,
  datasets: SITE_KEYS.datasets,
  workloads: SITE_KEYS.workloads,
  verify: SITE_KEYS.verify,
  adopt: key(adoptSchema.optional(), {
    description: "Resources that were there before, and become part of the environment. `railyard adopt` writes it.",
    defaultNote: "nothing: everything is made",
    update: "forbidden",
    updateNote: "Leave it for as long as the resources live: names and what AWS never tells follow from it.",
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
  idle: SITE_KEYS.idle,
  alarms: key(alarmsSchema.prefault({}), { description: "Whom alarms about money reach.", update: "in-place" }),
  ignoreRules: SITE_KEYS.ignoreRules,
});

/** An environment with its defaults filled in. */
export type AwsConfig = z.output<typeof awsEksSchema>;
