import { LUSTRE_SOURCES } from "./lustre";

/**
 * What a change of a file system that runs does.
 * - `in-place`: FSx changes it; see `what` for what its clients notice.
 * - `replaces`: the provider makes a new, empty file system.
 * - `refused`: the provider asks for it, and FSx says no.
 */
export type LustreEffect = "in-place" | "replaces" | "refused";

/** What a file system is before it is changed, as far as the effect depends on it. */
export interface LustreBefore {
  readonly storage: "SSD" | "HDD" | "INTELLIGENT_TIERING" | null;
  readonly efa: boolean;
}

export interface LustreChange {
  /** Argument of `aws_fsx_lustre_file_system`; one with a dot is in a block. */
  readonly attribute: string;
  readonly effect: LustreEffect;
  /** File systems that the row is for. @default - every one */
  readonly of?: Partial<LustreBefore>;
  /** Direction of a number that the row is for. @default - both */
  readonly way?: "grows" | "shrinks";
  /** What is done, as the end of a sentence that begins with the file system; null: nobody notices. */
  readonly what: string | null;
  readonly source: string;
}

const guide = "https://docs.aws.amazon.com/fsx/latest/LustreGuide";
const provider =
  "https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/service/fsx/lustre_file_system.go";
const THROUGHPUT = LUSTRE_SOURCES.throughputChange.url;
const METADATA = `${guide}/managing-metadata-performance.html`;
const SIZE = LUSTRE_SOURCES.capacity.url;

const UNREACHABLE = "cannot be reached for up to an hour, and jobs wait for their files";

/**
 * The one table of what a change does: update policies of config, reviews and the stand-ins of the rehearsal read it. Of
 * several rows for an argument the first that fits counts.
 */
export const LUSTRE_CHANGES: readonly LustreChange[] = [
  {
    attribute: "per_unit_storage_throughput",
    effect: "refused",
    of: { efa: true },
    what: "cannot get another throughput: FSx takes no change of it with EFA",
    source: THROUGHPUT,
  },
  {
    attribute: "per_unit_storage_throughput",
    effect: "refused",
    of: { storage: "HDD" },
    what: "cannot get another throughput: FSx takes no change of it with HDD",
    source: THROUGHPUT,
  },
  {
    attribute: "per_unit_storage_throughput",
    effect: "in-place",
    what: `gets another throughput: its servers are exchanged, it ${UNREACHABLE}`,
    source: THROUGHPUT,
  },
  {
    attribute: "throughput_capacity",
    effect: "refused",
    way: "shrinks",
    what: "cannot get less throughput: that of Intelligent-Tiering can only grow",
    source: THROUGHPUT,
  },
  {
    attribute: "throughput_capacity",
    effect: "in-place",
    what: `gets more throughput: servers are added, it ${UNREACHABLE}`,
    source: THROUGHPUT,
  },
  {
    attribute: "storage_capacity",
    effect: "replaces",
    way: "shrinks",
    what: "would be smaller, which only a new, empty one can be",
    source: provider,
  },
  {
    attribute: "storage_capacity",
    effect: "in-place",
    what: "grows: data is spread over the new disks, and files are read more slowly until that is done",
    source: SIZE,
  },
  {
    attribute: "metadata_configuration.iops",
    effect: "replaces",
    way: "shrinks",
    what: "would have fewer metadata operations, which only a new, empty one can have",
    source: provider,
  },
  {
    attribute: "metadata_configuration.iops",
    effect: "in-place",
    what: "gets other metadata servers: jobs wait for their files for some minutes",
    source: METADATA,
  },
  {
    attribute: "metadata_configuration.mode",
    effect: "in-place",
    what: "gets other metadata servers: jobs wait for their files for some minutes",
    source: METADATA,
  },
  {
    attribute: "data_read_cache_configuration",
    effect: "in-place",
    what: "gets another read cache, which is empty at first",
    source: `${guide}/managing-ssd-read-cache.html`,
  },
  {
    attribute: "root_squash_configuration",
    effect: "in-place",
    what: "treats root of its clients as another user from then on",
    source: `${guide}/root-squash.html`,
  },
  ...[
    "automatic_backup_retention_days",
    "daily_automatic_backup_start_time",
    "data_compression_type",
    "log_configuration",
    "skip_final_backup",
    "weekly_maintenance_start_time",
  ].map((attribute): LustreChange => ({ attribute, effect: "in-place", what: null, source: provider })),
  ...[
    "backup_id",
    "copy_tags_to_backups",
    "deployment_type",
    "drive_cache_type",
    "efa_enabled",
    "export_path",
    "file_system_type_version",
    "import_path",
    "imported_file_chunk_size",
    "kms_key_id",
    "security_group_ids",
    "storage_type",
    "subnet_ids",
  ].map((attribute): LustreChange => ({
    attribute,
    effect: "replaces",
    what: "is made anew, and empty",
    source: provider,
  })),
];

/** Which row a change of an argument falls under; null for one that the table does not have. */
export function lustreChange(
  attribute: string,
  before: LustreBefore,
  way: LustreChange["way"] | null,
): LustreChange | null {
  return (
    LUSTRE_CHANGES.find(
      (row) =>
        (row.attribute === attribute || attribute.startsWith(`${row.attribute}.`)) &&
        (row.of?.storage === undefined || row.of.storage === before.storage) &&
        (row.of?.efa === undefined || row.of.efa === before.efa) &&
        (row.way === undefined || row.way === way),
    ) ?? null
  );
}

/** Arguments whose change makes a new file system, whatever it was and is. */
export const LUSTRE_REPLACING: readonly string[] = LUSTRE_CHANGES.flatMap((row) =>
  row.effect === "replaces" && row.way === undefined ? [row.attribute] : [],
);
