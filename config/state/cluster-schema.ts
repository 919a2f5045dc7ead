import { z } from "zod";
import { key, regionSchema } from "../kernel/key";
import { bucketSchema, endpointSchema, localStateSchema } from "./schema";

const BACKEND = "https://developer.hashicorp.com/terraform/language/backend/s3";
const MOVE_FIRST = "Move the state with `terraform init -migrate-state` in every stack first.";

const bucket = key(bucketSchema, {
  description:
    "Bucket that is there, with versioning. Railyard makes none; states lie below the name of the environment.",
  update: "forbidden",
  updateNote: MOVE_FIRST,
});

/** Where Terraform keeps the state of an environment on a cluster that exists. Credentials are those of whoever runs it. */
export const clusterStateSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("s3"),
    bucket,
    region: key(regionSchema(), {
      description: "AWS region of the bucket.",
      example: "us-east-1",
      update: "forbidden",
      updateNote: MOVE_FIRST,
    }),
  }),
  z.strictObject({
    kind: z.literal("s3-compatible"),
    endpoint: key(endpointSchema, {
      description: "Address of the store: MinIO, Ceph's gateway and others that speak S3.",
      example: "https://minio.example.com:9000",
      update: "forbidden",
      updateNote: MOVE_FIRST,
      source: BACKEND,
    }),
    bucket,
    region: key(z.string().min(1).max(63).default("us-east-1"), {
      description: "Region that requests are signed for; most stores take any.",
      update: "forbidden",
      updateNote: MOVE_FIRST,
    }),
    pathStyle: key(z.boolean().default(true), {
      description: "Whether the bucket is in the path of addresses, and not in the name of the host.",
      update: "in-place",
    }),
    lock: key(z.boolean().default(true), {
      description:
        "Whether Terraform locks the state by an object beside it. The store must refuse to write an object that is there (If-None-Match); where it does not, two people can spoil the state at one time.",
      update: "in-place",
      source: BACKEND,
    }),
  }),
  localStateSchema,
]);

export type ClusterState = z.output<typeof clusterStateSchema>;
