import { EFS_SOURCES } from "./efs";

/** What a change of a file system or access point that is there does. */
export interface EfsChange {
  readonly type: "aws_efs_file_system" | "aws_efs_access_point" | "aws_efs_mount_target";
  /** Argument; one with a dot is in a block. */
  readonly attribute: string;
  /** `replaces`: the provider makes a new one. */
  readonly effect: "in-place" | "replaces";
  /** The end of a sentence that begins with it; null: nobody notices. */
  readonly what: string | null;
  readonly source: string;
}

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/service/efs";
const NEW = "is made anew, and empty";
const DOOR =
  "is made anew: what is mounted through it hangs, and Kubernetes points no volume to another one. Files stay";

/** The one table of what a change does: update policies of config, reviews and the stand-ins of the rehearsal read it. */
export const EFS_CHANGES: readonly EfsChange[] = [
  ...["availability_zone_name", "creation_token", "encrypted", "kms_key_id", "performance_mode"].map(
    (attribute): EfsChange => ({
      type: "aws_efs_file_system",
      attribute,
      effect: "replaces",
      what: NEW,
      source: `${provider}/file_system.go`,
    }),
  ),
  {
    type: "aws_efs_file_system",
    attribute: "throughput_mode",
    effect: "in-place",
    what: "gets another throughput mode, which can change again after a day",
    source: EFS_SOURCES.throughput.url,
  },
  {
    type: "aws_efs_file_system",
    attribute: "provisioned_throughput_in_mibps",
    effect: "in-place",
    what: "gets another throughput, which can become less again after a day",
    source: EFS_SOURCES.throughput.url,
  },
  {
    type: "aws_efs_file_system",
    attribute: "lifecycle_policy",
    effect: "in-place",
    what: "moves files that nobody reads on other days: reading one that has moved is slower and billed",
    source: EFS_SOURCES.lifecycle.url,
  },
  {
    type: "aws_efs_file_system",
    attribute: "protection",
    effect: "in-place",
    what: null,
    source: `${provider}/file_system.go`,
  },
  ...["file_system_id", "posix_user", "root_directory"].map((attribute): EfsChange => ({
    type: "aws_efs_access_point",
    attribute,
    effect: "replaces",
    what: DOOR,
    source: `${provider}/access_point.go`,
  })),
  ...["file_system_id", "ip_address", "ip_address_type", "ipv6_address", "subnet_id"].map((attribute): EfsChange => ({
    type: "aws_efs_mount_target",
    attribute,
    effect: "replaces",
    what: "is made anew: what its zone has mounted through it breaks off",
    source: `${provider}/mount_target.go`,
  })),
];

/** Which row a change of an argument falls under; null for one that the table does not have. */
export const efsChange = (type: string, attribute: string): EfsChange | null =>
  EFS_CHANGES.find(
    (row) => row.type === type && (row.attribute === attribute || attribute.startsWith(`${row.attribute}.`)),
  ) ?? null;

/** Arguments of a type whose change makes a new one. */
export const efsReplacing = (type: EfsChange["type"]): readonly string[] =>
  EFS_CHANGES.flatMap((row) => (row.type === type && row.effect === "replaces" ? [row.attribute] : []));
