import { z } from "zod";
import { S3_CLIENT_SOURCES } from "../../facts/s3-clients";
import { key } from "../../kernel/key";
import { pemSchema } from "../../kernel/pem";
import { bucketSchema, endpointSchema } from "../../state/schema";
import { mountPathSchema, objectNameSchema, OF_LATER_PODS, OTHER_FILES, teamsKey } from "../common";

const prefix = z
  .string()
  .max(512)
  .regex(
    /^(?:(?!\.{1,2}\/)[A-Za-z0-9_.=-]+\/)*$/,
    "must be empty or names with a slash after each, such as checkpoints/ or runs/2027/",
  );

/** A bucket of MinIO, Ceph or another store that speaks S3: jobs reach it by its API, and nothing of it is a file system. */
export const s3CompatibleSchema = z.strictObject({
  kind: z.literal("s3-compatible"),
  endpoint: key(endpointSchema, {
    description: "Address of the store, as pods reach it.",
    example: "https://minio.example.com:9000",
    source: S3_CLIENT_SOURCES.endpoint,
    ...OTHER_FILES,
  }),
  bucket: key(bucketSchema, {
    description: "Bucket, which is there. Railyard makes none, deletes none, and sets nothing of it.",
    example: "checkpoints",
    ...OTHER_FILES,
  }),
  prefix: key(prefix.default(""), {
    description: "Where in the bucket jobs write: part of RAILYARD_CHECKPOINTS, which their environment has.",
    example: "iron/",
    ...OTHER_FILES,
  }),
  secretName: key(objectNameSchema, {
    description:
      "Kubernetes Secret with credentials, in the namespace of Slurm, and in those of teams with teams: true. Its key `credentials` is a shared credentials file of AWS SDKs with the profile default. Whoever runs jobs reads it: give its user rights to this bucket alone.",
    example: "checkpoints-store",
    source: S3_CLIENT_SOURCES.files,
    update: "rolling",
    updateNote:
      "Login pods are made anew, and slurmd pods one after another when no job runs on them: a job that runs stays in its pod, which has the Secret of before. Leave that one there until no such pod is left; what becomes of its files without it was not tried. The new Secret must be there first.",
  }),
  region: key(
    z
      .string()
      .max(63)
      .regex(/^[A-Za-z0-9_-]+$/, "must be a word, such as us-east-1")
      .default("us-east-1"),
    { description: "Region that requests are signed for; most stores take any.", ...OF_LATER_PODS },
  ),
  pathStyle: key(z.boolean().default(true), {
    description: "Whether the bucket is in the path of addresses, and not in the name of the host.",
    source: S3_CLIENT_SOURCES.style,
    ...OF_LATER_PODS,
  }),
  certificateAuthority: key(pemSchema.optional(), {
    description: "Certificates that sign that of the store, as PEM. They are no secret.",
    defaultNote: "those that the images of jobs trust",
    ...OF_LATER_PODS,
  }),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where pods see the files by which clients find the store: config, env, credentials.",
    defaultNote: "/mnt/ and its name: /mnt/store for a volume store",
    update: "drains",
    updateNote: "Pods are made anew. Objects stay in the store.",
  }),
  teams: teamsKey,
});

export type S3CompatibleConfig = z.output<typeof s3CompatibleSchema>;
