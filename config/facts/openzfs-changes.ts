import { OPENZFS_SOURCES } from "./openzfs";

/** What a change of a file system that is there does. */
export interface OpenzfsChange {
  /** Argument of `aws_fsx_openzfs_file_system`; one with a dot is in a block. */
  readonly attribute: string;
  /** `replaces`: the provider makes a new one. `refused`: it asks for the change, and FSx says no. */
  readonly effect: "in-place" | "replaces" | "refused";
  /** Direction of a number that the row is for. @default - both */
  readonly way?: "grows" | "shrinks";
  /** The end of a sentence that begins with it; null: nobody notices. */
  readonly what: string | null;
  readonly source: string;
}

const provider =
  "https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/service/fsx/openzfs_file_system.go";
const NEW = "is made anew, and empty";

/** The one table of what a change does: update policies of config, reviews and the stand-ins of the rehearsal read it. */
export const OPENZFS_CHANGES: readonly OpenzfsChange[] = [
  ...[
    "backup_id",
    "deployment_type",
    "endpoint_ip_address_range",
    "kms_key_id",
    "preferred_subnet_id",
    "region",
    "root_volume_configuration.copy_tags_to_snapshots",
    "security_group_ids",
    "storage_type",
    "subnet_ids",
  ].map((attribute): OpenzfsChange => ({ attribute, effect: "replaces", what: NEW, source: provider })),
  {
    attribute: "storage_capacity",
    effect: "refused",
    way: "shrinks",
    what: "cannot get smaller: FSx refuses it",
    source: OPENZFS_SOURCES.capacity.url,
  },
  {
    attribute: "storage_capacity",
    effect: "in-place",
    what: "grows within minutes, by a tenth at least, and again after six hours",
    source: OPENZFS_SOURCES.capacity.url,
  },
  {
    attribute: "throughput_capacity",
    effect: "in-place",
    what: "gets another server: without a standby nobody reaches it for some minutes, and jobs wait",
    source: OPENZFS_SOURCES.throughput.url,
  },
  {
    attribute: "route_table_ids",
    effect: "in-place",
    what: "is reached from subnets of other route tables: nodes of those that go hang at the next file",
    source: OPENZFS_SOURCES.routes.url,
  },
  { attribute: "disk_iops_configuration", effect: "in-place", what: null, source: OPENZFS_SOURCES.capacity.url },
  {
    attribute: "root_volume_configuration.data_compression_type",
    effect: "in-place",
    what: "compresses what is written from now on in another way",
    source: OPENZFS_SOURCES.create.url,
  },
  {
    attribute: "root_volume_configuration.record_size_kib",
    effect: "in-place",
    what: "writes new files in records of another size",
    source: OPENZFS_SOURCES.create.url,
  },
  {
    attribute: "root_volume_configuration.nfs_exports",
    effect: "in-place",
    what: "is exported in another way: what root of pods may do changes for those that run",
    source: OPENZFS_SOURCES.exports.url,
  },
];

/** Which row a change of an argument falls under; null for one that the table does not have. */
export const openzfsChange = (attribute: string, way: "grows" | "shrinks" | null = null): OpenzfsChange | null =>
  OPENZFS_CHANGES.find(
    (row) =>
      (row.attribute === attribute || attribute.startsWith(`${row.attribute}.`)) &&
      (row.way === undefined || row.way === way),
  ) ?? null;

/** Arguments whose change makes a new, empty file system. */
export const OPENZFS_REPLACING: readonly string[] = OPENZFS_CHANGES.flatMap(({ attribute, effect }) =>
  effect === "replaces" ? [attribute] : [],
);
