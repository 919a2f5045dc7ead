import { z } from "zod";
import { arnSchema, key, nameSchema } from "../kernel/key";
import { agentSchema } from "./agent-schema";
import { bucketName, existingBucketName } from "./bucket-name-schema";
import { prefixSchema } from "./prefix-schema";
import { profilesSchema } from "./profiles-schema";
import { replicationSchema } from "./replication-schema";
import { transition } from "./transition-schema";
import { tasksSchema } from "./tasks-schema";

/** What tiers that config leaves out keep: disks have an end. */
export const LEFT_OUT_KEEP_LAST = { hot: 2, warm: 24 } as const;

/** How many checkpoints of a run stay in a tier, and who sees to it. */
const retention = (enforcement: string, update: "none" | "in-place", leftOut?: number) => ({
  keepLast: key(z.int().min(1).max(1000).optional(), {
    description: `Checkpoints of a run to keep: folders <run>/<name>, the newest by the number that ends the name. ${enforcement}`,
    unit: "checkpoints",
    defaultNote: leftOut === undefined ? "all" : `all where the tier is written; ${leftOut} where the tier is left out`,
    update,
    ...(update === "in-place" && { updateNote: "A smaller number deletes what is beyond it, for good." }),
  }),
  keepEvery: key(z.int().min(1).optional(), {
    description: "Beside the last ones, keep checkpoints whose number this divides.",
    unit: "steps",
    defaultNote: "none",
    update,
    ...(update === "in-place" && { updateNote: "Another number deletes those that it does not divide, for good." }),
  }),
});

const PRUNER_DELETES =
  "A job in the cluster deletes the others every hour; never what changed in the last hour, is not yet in S3, or has a file .railyard-keep in it or in its run.";
const PRUNER_TAGS =
  "A job in the cluster tags the others retention=superseded every hour, and S3 deletes those; in a bucket of your own only if you add the rule.";

const bucket = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("create"),
    name: key(bucketName.optional(), {
      description: "Name of the bucket.",
      defaultNote: "<environment>-checkpoints-<account>-<region>",
      update: "forbidden",
      updateNote: "Copy the objects to the new bucket first; the old one is never deleted with data in it.",
    }),
  }),
  z.strictObject({
    kind: z.literal("existing"),
    name: key(existingBucketName, {
      description:
        "Bucket that exists already. Railyard does not change it: versioning, lifecycle and policy stay yours.",
      update: "forbidden",
    }),
    kmsKeyArn: key(arnSchema("kms", "a KMS key").optional(), {
      description: "Key that encrypts the bucket, if not S3's own.",
      update: "in-place",
    }),
  }),
]);

/** Where checkpoints live and how long: hot on NVMe, warm on Lustre, cold in S3. */
export const checkpointsSchema = z.strictObject({
  bucket: key(bucket.default({ kind: "create" }), {
    description: "The S3 bucket of the cold tier.",
    update: "forbidden",
  }),
  prefix: key(prefixSchema.default("checkpoints/"), {
    description: "Prefix under which checkpoints lie; the Lustre link covers it. railyard/ is Railyard's own.",
    update: "in-place",
    updateNote: "The link is made anew; objects under the old prefix stay where they are.",
  }),
  hot: key(
    z
      .strictObject({
        path: key(z.string().startsWith("/").optional(), {
          description: "Folder on local NVMe. It dies with the node.",
          defaultNote:
            "`checkpoints` where the image mounts the disks: /mnt/k8s-disks/0, or /1 with localStorage: mount",
          update: "none",
        }),
        ...retention(
          "Jobs delete the others: nothing else reaches the disks of a node.",
          "none",
          LEFT_OUT_KEEP_LAST.hot,
        ),
      })
      .optional(),
    {
      description:
        "First tier: local NVMe. A note for jobs alone: Railyard neither mounts nor prunes it; in Slurm, jobs find it at /scratch where the group has localStorage raid0 or raid10.",
      defaultNote: `on where a GPU group has NVMe, with keepLast: ${LEFT_OUT_KEEP_LAST.hot}`,
      update: "none",
    },
  ),
  warm: key(
    z
      .strictObject({
        path: key(
          z
            .string()
            .regex(
              /^\/(?!(.*\/)?\.{1,2}(\/|$))[A-Za-z0-9/._-]*$/,
              "must begin with / and have only letters, digits, /, _, - and dots, but no folder . or ..",
            )
            .default("/checkpoints"),
          {
            description: "Folder on the Lustre file system that is linked to the bucket.",
            update: "replaces",
            updateNote: "The link is made anew; files stay on Lustre and in S3.",
          },
        ),
        fileSystem: key(nameSchema(20).optional(), {
          description: "Which FSx for Lustre file system of `storage` has the folder.",
          defaultNote: "lustre, else the first of storage",
          update: "replaces",
          updateNote: "The link is made anew; files stay on the file system before and in S3.",
        }),
        import: key(z.array(z.enum(["new", "changed", "deleted"])).default(["new", "changed"]), {
          description: "Changes in S3 that appear on Lustre by themselves.",
          update: "in-place",
        }),
        export: key(z.array(z.enum(["new", "changed"])).default(["new", "changed"]), {
          description: "Changes on Lustre that go to S3 by themselves, when the file is closed.",
          update: "in-place",
        }),
        exportDeletes: key(z.boolean().default(false), {
          description:
            "Whether deleting a file on Lustre deletes it in S3 as well. Off: a slip of the hand stays on Lustre.",
          update: "in-place",
        }),
        keepData: key(z.int().min(1).max(1000).optional(), {
          description:
            "Newest checkpoints of a run whose contents stay on Lustre. Of older ones that it keeps the files stay, and their contents are in the bucket alone once each object was read and has the SHA-256 of what was written: whoever reads one waits until it is back. `tiers.py` of `railyard examples` releases them, on a node with lfs.",
          unit: "checkpoints",
          defaultNote: "the contents of all that it keeps",
          update: "none",
          updateNote: "Write the examples anew, and start the agent again: it reads its file once.",
          source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/release-files.html",
        }),
        ...retention(PRUNER_DELETES, "in-place", LEFT_OUT_KEEP_LAST.warm),
        tasks: key(tasksSchema.optional(), {
          description:
            "Data repository tasks of the linked folder, made by CronJobs of the cluster with a role that may do nothing else: docs/storage.md.",
          defaultNote: "none: what the link does by itself",
          example: { release: { afterDays: 30 } },
          update: "in-place",
          source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/data-repository-tasks.html",
        }),
      })
      .optional(),
    {
      description: "Second tier: Lustre, linked to the bucket.",
      defaultNote: `on where the environment has Lustre that can be linked: /checkpoints with keepLast: ${LEFT_OUT_KEEP_LAST.warm}`,
      update: "replaces",
    },
  ),
  cold: key(
    z
      .strictObject({
        transitions: key(
          z
            .array(transition)
            .max(5)
            .default([{ afterDays: 0, to: "INTELLIGENT_TIERING" }]),
          {
            description:
              "How objects move to cheaper classes. Classes that need a restore are refused where Lustre reads them.",
            update: "in-place",
          },
        ),
        expireAfterDays: key(z.int().min(1).optional(), {
          description: "Age at which objects are deleted.",
          unit: "days",
          defaultNote: "never",
          update: "in-place",
        }),
        ...retention(PRUNER_TAGS, "in-place"),
      })
      .prefault({}),
    { description: "Third tier: S3.", update: "in-place" },
  ),
  archive: key(
    z
      .strictObject({
        prefix: key(prefixSchema.default("archive/"), {
          description: "Prefix for milestones; never linked to Lustre.",
          update: "in-place",
        }),
        every: key(z.int().min(1).optional(), {
          description:
            "Checkpoints whose number this divides are milestones: the agent of `railyard examples` copies them there, and reads them back.",
          unit: "steps",
          defaultNote: "none: jobs copy what they want to keep",
          update: "none",
          updateNote:
            "Write the examples anew, and start the agent again: it reads its file once. What lies in the archive stays.",
        }),
        transitions: key(
          z
            .array(transition)
            .min(1)
            .max(5)
            .default([{ afterDays: 1, to: "GLACIER_IR" }]),
          {
            description: "How milestones move to cheaper classes.",
            update: "in-place",
          },
        ),
        expireAfterDays: key(z.int().min(1).optional(), {
          description: "Age at which milestones are deleted.",
          unit: "days",
          defaultNote: "never",
          update: "in-place",
        }),
      })
      .optional(),
    {
      description: "Fourth tier: milestones that jobs copy to a prefix of their own.",
      defaultNote: "none",
      update: "in-place",
    },
  ),
  profiles: key(profilesSchema.optional(), {
    description:
      "Archive of profiles that jobs make of their steps with railyard_profile.py: they copy them here when they end. Object Lock of the bucket holds for them, too.",
    defaultNote: "none: profiles stay on the volume where jobs write them",
    example: {},
    update: "in-place",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html",
  }),
  agent: key(agentSchema.optional(), {
    description:
      "A pod of the cluster that copies checkpoints to the bucket where no file system does it by itself, and milestones to the archive, with a role of its own that deletes nothing. Without it a job of Slurm does, which `railyard examples` writes.",
    defaultNote: "none",
    update: "in-place",
    source: "https://kubernetes.io/docs/concepts/workloads/controllers/deployment/",
  }),
  oldVersionDays: key(z.int().min(1).default(30), {
    description: "Days to keep overwritten and deleted versions.",
    unit: "days",
    update: "in-place",
  }),
  abortUploadDays: key(z.int().min(1).default(7), {
    description: "Days after which unfinished uploads are removed; they cost storage and nobody sees them.",
    unit: "days",
    update: "in-place",
  }),
  objectLock: key(
    z
      .strictObject({
        mode: key(z.enum(["governance", "compliance"]), {
          description: "governance: some people may lift it. compliance: nobody can, not even AWS.",
          update: "forbidden",
        }),
        days: key(z.int().min(1).max(36500), {
          description: "Days for which a version cannot be deleted; S3 takes 100 years.",
          source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html",
          unit: "days",
          update: "in-place",
        }),
      })
      .optional(),
    {
      description: "Object Lock. AWS says nothing on Object Lock under a Lustre link, so the two are not combined.",
      defaultNote: "none",
      update: "forbidden",
      updateNote: "It is switched on when a bucket is made, and never off again.",
    },
  ),
  replicateTo: key(replicationSchema.optional(), {
    description:
      "A second copy of what is written into the bucket, in a bucket of another Region or account, which S3 keeps by itself. Only of a bucket that Railyard makes.",
    defaultNote: "none: what is lost with the bucket, its key, its Region or its account has no other copy",
    update: "in-place",
    updateNote: "Without it nothing more is copied; copies stay where they are.",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication.html",
  }),
  requestMetrics: key(z.boolean().default(false), {
    description:
      "Whether S3 tells CloudWatch each minute of requests to the whole bucket, errors and latency among it, of which AWS charges each as a metric of one's own. Only of a bucket that Railyard makes.",
    update: "in-place",
    updateNote:
      "Where CI deploys with Railyard's roles, `railyard bootstrap` goes first when it comes, and last when it goes.",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-configurations.html",
  }),
  mountpoint: key(z.boolean().default(false), {
    description: "Also mount the bucket in pods by Mountpoint for S3. It cannot rename: write checkpoints to Lustre.",
    update: "in-place",
  }),
});

/** Checkpoint tiers with their defaults filled in. */
export type CheckpointsConfig = z.output<typeof checkpointsSchema>;
