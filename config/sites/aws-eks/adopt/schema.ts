import { z } from "zod";
import { key } from "../../../kernel/key";

/** Construct ids from the stack down to one resource: `vpc/subnet-private-us-east-1a`. */
const place = z
  .string()
  .regex(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)+$/, "must be a place in a stack, such as vpc/subnet-private-us-east-1a");

const parts = key(z.record(place, z.string().min(1)).default({}), {
  description:
    "What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.",
  example: { "vpc/subnet-private-us-east-1a": "subnet-0123456789abcdef0" },
  update: "forbidden",
  updateNote: "Once imported, leave it: another id would be imported beside what the state has.",
});

/** Arguments of a resource that stay as they are there. */
const keeps = <const T extends readonly [string, ...string[]]>(names: T) =>
  key(z.array(z.enum(names)).default([]), {
    description: "Arguments that stay as they are there, since another value would replace it. Terraform ignores them.",
    update: "forbidden",
    updateNote: "Without it, Terraform would replace the resource; prevent_destroy makes that an error of the plan.",
  });

const ADOPTED = "Once imported, leave it: import blocks of what the state has do nothing.";

const vpc = z.strictObject({
  id: key(z.string().regex(/^vpc-[0-9a-f]{8,17}$/, "must be a VPC id, such as vpc-0123456789abcdef0"), {
    description: "VPC that Terraform takes over.",
    update: "forbidden",
    updateNote: ADOPTED,
  }),
  parts,
});

const cluster = z.strictObject({
  name: key(
    z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
        "must be the name of an EKS cluster: up to 100 letters, digits, - and _",
      ),
    {
      description: "Cluster that Terraform takes over. It keeps this name, whatever the environment is called.",
      update: "forbidden",
      updateNote: "Another name is another cluster.",
    },
  ),
  keeps: keeps(["role_arn", "encryption_config"]),
  parts,
});

const fileSystem = z.strictObject({
  id: key(z.string().regex(/^fs-[0-9a-f]{8,17}$/, "must be a file system id, such as fs-0123456789abcdef0"), {
    description: "FSx for Lustre file system that Terraform takes over.",
    update: "forbidden",
    updateNote: ADOPTED,
  }),
  keeps: keeps([
    "kms_key_id",
    "copy_tags_to_backups",
    "import_path",
    "export_path",
    "imported_file_chunk_size",
    "metadata_configuration",
  ]),
  parts,
});

const efs = z.strictObject({
  id: key(z.string().regex(/^fs-[0-9a-f]{8,17}$/, "must be a file system id, such as fs-0123456789abcdef0"), {
    description: "EFS file system that Terraform takes over.",
    update: "forbidden",
    updateNote: ADOPTED,
  }),
  volume: key(
    z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, "must be the name of a volume of storage, such as homes")
      .optional(),
    {
      description: "Volume of storage that it is.",
      defaultNote: "the only one of kind efs",
      update: "forbidden",
      updateNote: ADOPTED,
    },
  ),
  keeps: keeps(["kms_key_id"]),
  parts,
});

const bucketName = z
  .string()
  .regex(
    /^(?!\d+(?:\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be a legal bucket name: 3 to 63 of a-z, 0-9, dot and dash, and no IP address",
  );

const bucket = (what: string) =>
  z.strictObject({
    name: key(bucketName, {
      description: `Bucket ${what} that Terraform takes over. It keeps this name.`,
      update: "forbidden",
      updateNote: "Another name is another bucket.",
    }),
    parts,
  });

/** Resources that were there before the environment, and that Terraform manages from now on. */
export const adoptSchema = z.strictObject({
  vpc: key(vpc.optional(), {
    description: "The VPC. To use one without managing it, write network.kind: existing instead.",
    defaultNote: "a new VPC",
    update: "forbidden",
  }),
  cluster: key(cluster.optional(), { description: "The EKS cluster.", defaultNote: "a new one", update: "forbidden" }),
  fileSystem: key(fileSystem.optional(), {
    description: "The file system.",
    defaultNote: "a new one",
    update: "forbidden",
  }),
  efs: key(efs.optional(), {
    description: "An EFS file system, such as one that has the homes.",
    defaultNote: "a new one",
    update: "forbidden",
  }),
  checkpointBucket: key(bucket("of the checkpoints").optional(), {
    description:
      "The bucket of the checkpoints. To use one without managing it, write checkpoints.bucket.kind: existing.",
    defaultNote: "a new one",
    update: "forbidden",
  }),
  stateBucket: key(bucket("of Terraform's state").optional(), {
    description: "The bucket of Terraform's state.",
    defaultNote: "a new one",
    update: "forbidden",
  }),
});

/** Kinds of resources that can be adopted. */
export type AdoptableKind = keyof z.output<typeof adoptSchema>;
export type AdoptConfig = z.output<typeof adoptSchema>;
