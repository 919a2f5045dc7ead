import { toNode } from "./cells";
import { over, type Dashboard, type Row } from "./dashboard";

/** A file system of FSx for Lustre. */
export interface LustreOnDashboard {
  /** As CloudWatch's exporter calls it: the name of the volume. */
  readonly name: string;
  /** What was bought; null: it follows use. */
  readonly capacityGiB: number | null;
  /** What its disks sustain, in MB/s; null: unknown. */
  readonly throughputMBps: number | null;
  /** Whether changes on it go to S3 by themselves. */
  readonly exported: boolean;
}

/**
 * Seconds for which the oldest change that waits for S3 has waited. Only exports: imports have a queue of their own.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/fs-metrics.html
 */
export const EXPORT_AGE =
  'max by (name) (aws_fsx_age_of_oldest_queued_message_maximum{dimension_Publisher="AutoExport"})';

/** CloudWatch has sums of a minute. */
const perSecond = (metric: string): string => `sum by (name) (${metric}) / 60`;

/**
 * @param fileSystems those of FSx; empty: only what nodes say is known
 * @param clients whether what nodes say of the servers is counted
 */
export const lustre = (
  fileSystems: readonly LustreOnDashboard[],
  { clients }: { readonly clients: boolean },
): Dashboard => ({
  name: "lustre",
  title: "Lustre",
  description:
    fileSystems.length === 0
      ? "What nodes say of their connections to Lustre. Nothing here knows its servers."
      : "File systems of FSx for Lustre: room, traffic and operations. CloudWatch tells of them some minutes late.",
  rows: [
    ...(fileSystems.length === 0 ? [] : servers(fileSystems)),
    ...(clients ? [CLIENTS] : []),
    ...(fileSystems.some(({ exported }) => exported) ? [EXPORTS] : []),
  ],
});

const servers = (fileSystems: readonly LustreOnDashboard[]): Row[] => [
  {
    title: "Room",
    panels: [
      ...fileSystems.flatMap(({ name, capacityGiB }) => (capacityGiB === null ? [] : [filled(name, capacityGiB)])),
      over(
        "Room left",
        "In all, and on the fullest disk: a write to a full disk fails though others have room.",
        "bytes",
        { expr: "sum by (name) (aws_fsx_free_data_storage_capacity_sum)", legend: "{{name}}, in all" },
        { expr: "min by (name) (aws_fsx_free_data_storage_capacity_minimum)", legend: "{{name}}, fullest disk" },
      ),
    ],
  },
  {
    title: "Traffic",
    panels: [
      over(
        "Read and written",
        bought(fileSystems),
        "Bps",
        { expr: perSecond("aws_fsx_data_read_bytes_sum"), legend: "{{name}} read" },
        { expr: perSecond("aws_fsx_data_write_bytes_sum"), legend: "{{name}} written" },
      ),
      over(
        "Operations",
        "Many operations that move little are small files, or metadata: pack them.",
        "iops",
        { expr: perSecond("aws_fsx_data_read_operations_sum"), legend: "{{name}} read" },
        { expr: perSecond("aws_fsx_data_write_operations_sum"), legend: "{{name}} written" },
        { expr: perSecond("aws_fsx_metadata_operations_sum"), legend: "{{name}} metadata" },
      ),
    ],
  },
];

/** The kernel's log says each at most once where many come at one time. */
const CLIENTS: Row = {
  title: "Clients",
  panels: [
    {
      kind: "table",
      title: "Nodes that servers have put out",
      description:
        "What programs of the node had open has failed then, with errors of input and output. At least so often since the node has booted. The file system has the name by which its servers call it: of FSx the mount name.",
      unit: "short",
      queries: [
        { expr: "sum by (node, file_system) (railyard_lustre_evictions_total)", legend: "times" },
        {
          expr: "(time() - max by (node, file_system) (railyard_lustre_eviction_last_timestamp_seconds)) / 3600",
          legend: "newest, hours ago",
        },
      ],
      columns: { node: "node", file_system: "file system" },
      sortedBy: "newest, hours ago",
      links: [toNode("node")],
    },
    over(
      "Connections that nodes have lost in an hour",
      "Programs wait until they are back. All nodes at one time: a server has failed, or FSx does its maintenance; one node: its network, or a node that is too busy to answer.",
      "short",
      {
        expr: "sum by (file_system) (increase(railyard_lustre_lost_connections_total[1h])) > 0",
        legend: "{{file_system}}",
      },
    ),
  ],
};

const EXPORTS: Row = {
  title: "Exports to S3",
  panels: [
    over(
      "Oldest change that waits for S3",
      "What was written after it is on the file system alone. Nothing waits where it is 0.",
      "s",
      { expr: EXPORT_AGE, legend: "{{name}}" },
    ),
  ],
};

/** A part of what was bought is the file system's own, and never free. */
const filled = (name: string, capacityGiB: number) =>
  ({
    kind: "number",
    title: `${name}: filled`,
    description: `Of ${capacityGiB} GiB that were bought, a few of every hundred are the file system's own.`,
    unit: "percentunit",
    queries: [{ expr: `1 - sum(aws_fsx_free_data_storage_capacity_sum{name="${name}"}) / ${capacityGiB * 1024 ** 3}` }],
    thresholds: [
      { from: 0.8, color: "orange" },
      { from: 0.9, color: "red" },
    ],
  }) as const;

function bought(fileSystems: readonly LustreOnDashboard[]): string {
  const known = fileSystems.flatMap(({ name, throughputMBps }) =>
    throughputMBps === null ? [] : [`${name} sustains ${throughputMBps} MB/s`],
  );
  return known.length === 0 ? "In a second." : `In a second; ${known.join(", ")}.`;
}
