import { z } from "zod";
import { withoutLastSlash } from "../kernel/corrected";
import { endpointHost, isOneMachine, ONE_MACHINE } from "../kernel/host";
import { key } from "../kernel/key";

export const bucketSchema = z
  .string()
  .regex(
    /^(?!\d+(?:\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be a legal bucket name: 3 to 63 of a-z, 0-9, dot and dash, and no IP address",
  );

const ENDPOINT = /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/;

/** Where a store that speaks S3 answers: no path, no user, no password. */
export const endpointSchema = z
  .string()
  .regex(ENDPOINT, {
    error: withoutLastSlash(ENDPOINT, "must be an address without a path, such as https://minio.example.com:9000"),
    abort: true,
  })
  .refine((endpoint) => isOneMachine(endpointHost(endpoint)), ONE_MACHINE);

/** State in files, on any site. */
export const localStateSchema = z.strictObject({
  kind: z.literal("local"),
  directory: key(z.string().min(1).default("state"), {
    description:
      "Folder for state files, relative to the repository. For trials: nothing locks it, nothing backs it up.",
    update: "forbidden",
    updateNote: "Move the state files first.",
  }),
});

/** Where Terraform keeps the state of this environment's stacks. */
export const stateSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("s3"),
    bucket: key(bucketSchema.optional(), {
      description:
        "Bucket for the state. The bootstrap stack makes it, with versioning, its own key and native locking.",
      defaultNote: "<name>-tfstate-<account>-<region>",
      update: "forbidden",
      updateNote: "Move the state with `terraform init -migrate-state` in every stack first.",
    }),
  }),
  localStateSchema,
]);
