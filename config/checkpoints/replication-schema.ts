import { z } from "zod";
import { accountSchema, arnSchema, key, regionSchema } from "../kernel/key";
import { existingBucketName } from "./bucket-name-schema";
import { prefixSchema } from "./prefix-schema";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";

/** Of what S3 does with objects that were there before. */
const LATER = {
  update: "in-place",
  updateNote:
    "It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.",
} as const;

/** A second copy of the bucket, which S3 keeps by itself. */
export const replicationSchema = z.strictObject({
  bucket: key(existingBucketName, {
    description:
      "Bucket that gets the copies. It exists already, keeps versions, and stays its owner's: Railyard neither makes nor changes it.",
    example: "example-checkpoint-copies",
    ...LATER,
    source: `${guide}/replication-requirements.html`,
  }),
  region: key(regionSchema("us-west-2"), {
    description: "Region of that bucket. Another one than that of the environment survives the loss of a Region.",
    example: "us-west-2",
    ...LATER,
  }),
  account: key(accountSchema().optional(), {
    description:
      "Account that owns that bucket, and from then on the copies in it. Its owner adds what `railyard describe` prints to the policies of the bucket and of its key.",
    defaultNote: "that of the environment",
    ...LATER,
    source: `${guide}/replication-change-owner.html`,
  }),
  kmsKeyArn: key(arnSchema("kms", "a KMS key"), {
    description:
      "Key that encrypts the copies: a customer managed one of that Region and account. Checkpoints are encrypted with a key of the environment, and S3 copies such objects with a key for the copies alone.",
    example: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
    ...LATER,
    source: `${guide}/replication-config-for-kms-objects.html`,
  }),
  prefixes: key(z.array(prefixSchema.max(255)).min(1).max(1000).optional(), {
    description: "Prefixes of the bucket that are copied, each by a rule of its own.",
    defaultNote: "the whole bucket: checkpoints, milestones, profiles, and Slurm's backups below railyard/",
    example: ["checkpoints/", "railyard/"],
    ...LATER,
    source: `${guide}/replication-add-config.html`,
  }),
  deleteMarkers: key(z.boolean().default(false), {
    description:
      "Whether an object that somebody deletes here is hidden there as well. Off: a slip of the hand stays here. Deleted versions, and what a lifecycle deletes, stay there in any case.",
    update: "in-place",
    source: `${guide}/delete-marker-replication.html`,
  }),
  timeControl: key(z.boolean().default(true), {
    description:
      "S3 Replication Time Control: 99.9 % of the objects are there within 15 minutes, up to 1 Gbit/s, which is a quota of the account. AWS charges for each GB. Off: as soon as S3 comes to it.",
    update: "in-place",
    source: `${guide}/replication-time-control.html`,
  }),
  storageClass: key(
    z.enum(["STANDARD_IA", "INTELLIGENT_TIERING", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"]).optional(),
    {
      description: "Storage class of the copies.",
      defaultNote: "that of the object when it is copied",
      ...LATER,
      source: `${guide}/replication-add-config.html`,
    },
  ),
});
