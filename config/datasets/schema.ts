import { z } from "zod";
import { prefixOrWholeSchema } from "../checkpoints/prefix-schema";
import { existingBucketName } from "../checkpoints/bucket-name-schema";
import { driftSchema } from "./drift-schema";
import { versionSchema } from "./version-schema";
import { accountSchema, arnSchema, key, nameSchema, regionSchema } from "../kernel/key";

const POLICIES = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html";

/** Formats whose files are shards that ranks share out whole. */
export const SHARD_FORMATS = ["webdataset", "tfrecord"] as const;

/** A folder on a volume, from its root; names alone, so that nothing leads out of it. */
const folder = z
  .string()
  .max(512)
  .regex(
    /^(\/[A-Za-z0-9_=@+][A-Za-z0-9_.=@+-]*)+$/,
    "must be a folder of the volume from its root, such as /datasets/imagenet, of names with letters, digits and _ . = @ + -",
  );

const volumeKey = key(z.string(), {
  description: "Volume of storage, by its name; `lustre` for the short form.",
  update: "none",
});

const place = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("bucket"),
    name: key(existingBucketName.optional(), {
      description: "Bucket of S3 that is there. Railyard makes none, and sets and deletes nothing in it.",
      defaultNote: "the bucket of the checkpoints, beside them",
      example: "lab-datasets",
      update: "in-place",
    }),
    prefix: key(prefixOrWholeSchema, {
      description:
        'Where in the bucket it lies, "" for the whole bucket: who may read the dataset may read what is below, and nothing beside it.',
      example: "imagenet/",
      update: "in-place",
      source: POLICIES,
    }),
    kmsKeyArn: key(arnSchema("kms", "a KMS key").optional(), {
      description:
        "Key that encrypts the bucket, if not S3's own: readers may decrypt with it by way of S3, for this prefix.",
      defaultNote: "none; that of the bucket of the checkpoints where it lies there",
      update: "in-place",
    }),
    region: key(regionSchema().optional(), {
      description: "Region of the bucket.",
      defaultNote: "that of the environment",
      update: "in-place",
    }),
    account: key(accountSchema().optional(), {
      description:
        "Account that owns the bucket: a bucket of the same name that is another's is not read. The policies of a bucket, and of a key, of another account must let the roles in, which its owner does.",
      defaultNote: "that of the environment",
      update: "in-place",
      source:
        "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-resourceaccount",
    }),
  }),
  z.strictObject({
    kind: z.literal("volume"),
    volume: volumeKey,
    path: key(folder, {
      description: "Folder of the volume from its root. Who reads it there is a matter of the modes of its files.",
      example: "/datasets/imagenet",
      update: "none",
    }),
  }),
]);

const copyTo = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("nodes") }),
  z.strictObject({
    kind: z.literal("volume"),
    volume: volumeKey,
    path: key(folder, {
      description: "Folder of the volume, from its root, that the dataset is copied to.",
      example: "/datasets/imagenet",
      update: "none",
    }),
  }),
]);

const teamList = z.array(nameSchema(30)).max(100);

/** A dataset that trainings read: where it is and who may, so that jobs get the rights that they need, and no more. */
export const datasetSchema = z.strictObject({
  place: key(place, {
    description: "Where it lies: below a prefix of a bucket, or in a folder of a volume.",
    update: "in-place",
  }),
  format: key(z.enum(["webdataset", "tfrecord", "parquet", "delta", "files"]).default("files"), {
    description:
      "What its files are. Shards of webdataset and tfrecord are shared out among the ranks of a training whole.",
    update: "none",
  }),
  readers: key(teamList.min(1).optional(), {
    description: "Teams whose pods may read it, by the service account `jobs` of their namespaces.",
    defaultNote: "all teams",
    example: ["vision"],
    update: "in-place",
  }),
  writers: key(teamList.default([]), {
    description: "Teams whose pods may write it as well. Nobody may delete, and no version of an object.",
    update: "in-place",
  }),
  slurm: key(z.enum(["none", "read", "read-write"]).optional(), {
    description:
      "What jobs of Slurm, and pods of its namespace, may do. All of them have one role, whatever team they are of.",
    defaultNote: "read where readers is left out, else none",
    update: "in-place",
  }),
  sizeGiB: key(z.number().positive().max(100_000_000).optional(), {
    description: "How large it is: rules say where it does not fit.",
    unit: "GiB",
    defaultNote: "not known",
    update: "none",
  }),
  files: key(z.int().min(1).max(10_000_000_000).optional(), {
    description: "Of how many files it is: shards, where its format has them.",
    unit: "files",
    defaultNote: "not known",
    update: "none",
  }),
  version: key(versionSchema.optional(), {
    description:
      "Who says which version of it there is: trainings that $RAILYARD_DATASETS names it to tell it, keep it in checkpoints, and say when a restart finds another.",
    defaultNote: "nobody: runs know no version of it",
    update: "in-place",
  }),
  drift: key(driftSchema.optional(), {
    description:
      "A job that compares its columns with those which a model was trained on (PSI, KS), and starts a training where they drift.",
    defaultNote: "none",
    update: "none",
  }),
  copyTo: key(copyTo.optional(), {
    description:
      "Where `railyard examples` writes a job that copies it to before a training: the disks of each node (nodes), or a folder of a volume.",
    defaultNote: "the disks of nodes, where jobs of Slurm may read it and nodes have any",
    update: "none",
  }),
});

/** What is written of a dataset, with its defaults. */
export type DatasetConfig = z.output<typeof datasetSchema>;
