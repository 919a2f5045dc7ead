import { z } from "zod";
import { EFS_LIFECYCLE_DAYS, EFS_LIMITS, EFS_SOURCES } from "../../facts/efs";
import { efsChange, type EfsChange } from "../../facts/efs-changes";
import { key, zoneSchema, type KeyMeta } from "../../kernel/key";
import { mountPathSchema, teamsKey } from "../common";

/** What changing an argument does, as the facts have it. */
function change(
  attribute: string,
  type: EfsChange["type"] = "aws_efs_file_system",
): Pick<KeyMeta, "update" | "updateNote"> {
  const row = efsChange(type, attribute);
  if (!row) throw new Error(`config/facts/efs-changes.ts has no row for ${attribute}`);
  return { update: row.effect, ...(row.what !== null && { updateNote: `The file system ${row.what}.` }) };
}

/** Kubernetes cannot point a volume to another access point, so it stays as it was made. */
const DOOR = {
  update: "forbidden",
  updateNote: "The access point is made anew, and Kubernetes points no volume to another one. Files stay.",
} as const;

const days = z.literal(["never", ...EFS_LIFECYCLE_DAYS]);

const throughput = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("elastic") }),
  z.strictObject({
    mode: z.literal("provisioned"),
    mibps: key(z.int().min(EFS_LIMITS.provisionedMiBps.min).max(EFS_LIMITS.provisionedMiBps.max), {
      description: "Throughput of writes; reads have three times as much.",
      unit: "MiB/s",
      source: EFS_SOURCES.create.url,
      ...change("provisioned_throughput_in_mibps"),
    }),
  }),
  z.strictObject({ mode: z.literal("bursting") }),
]);

const lifecycle = z.strictObject({
  infrequentAccessAfterDays: key(days.default(30), {
    description: "Days without a read after which files move to Infrequent Access.",
    unit: "days",
    source: EFS_SOURCES.lifecycle.url,
    ...change("lifecycle_policy"),
  }),
  archiveAfterDays: key(days.default("never"), {
    description: "Days without a read after which files move to Archive; only with elastic throughput.",
    unit: "days",
    source: EFS_SOURCES.lifecycle.url,
    ...change("lifecycle_policy"),
  }),
  backOnRead: key(z.boolean().default(true), {
    description: "Whether a file that is read moves back to Standard, where it is fast.",
    ...change("lifecycle_policy"),
  }),
});

const id = (description: string) => key(z.int().min(0).max(4294967295), { description, ...DOOR });

/** A file system of Amazon EFS: NFS that grows with use, for homes and what many read. */
export const efsSchema = z.strictObject({
  kind: z.literal("efs"),
  mountPath: key(mountPathSchema.default("/home"), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the file system, and homes that were elsewhere stay there.",
  }),
  teams: teamsKey,
  zone: key(zoneSchema.optional(), {
    description: "One zone to keep all of it in: cheaper, and lost with the zone.",
    defaultNote: "Regional: kept in several zones",
    ...change("availability_zone_name"),
  }),
  throughput: key(throughput.default({ mode: "elastic" }), {
    description: "Elastic follows use and is billed by it; provisioned is bought; bursting grows with what is stored.",
    ...change("throughput_mode"),
  }),
  performance: key(z.enum(["general-purpose", "max-io"]).default("general-purpose"), {
    description: "max-io takes more operations at once, each slower; AWS advises against it.",
    source: EFS_SOURCES.create.url,
    ...change("performance_mode"),
  }),
  lifecycle: key(lifecycle.prefault({}), {
    description: "When files that nobody reads move to cheaper storage.",
    ...change("lifecycle_policy"),
  }),
  backups: key(z.enum(["automatic", "off"]).default("automatic"), {
    description: "Daily backups by AWS Backup, in a vault of the account; they outlive the file system.",
    source: EFS_SOURCES.backups.url,
    update: "in-place",
  }),
  user: key(z.strictObject({ uid: id("User id of everybody."), gid: id("Group id of everybody.") }).optional(), {
    description: "One user that everybody is on it, whatever they are in their pods. Not for homes.",
    defaultNote: "everybody stays who they are",
    source: EFS_SOURCES.accessPoints.url,
    ...DOOR,
  }),
  permissions: key(
    z
      .string()
      .regex(/^0[0-7]{3}$/, "must be four octal digits, such as 0755")
      .default("0755"),
    {
      description: "Permissions of its folder when it is made.",
      ...DOOR,
    },
  ),
});

export type EfsConfig = z.output<typeof efsSchema>;
