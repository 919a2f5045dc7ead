import { all, type Exporter, NODE_EXPORTER } from "./metrics";

/** What Railyard's own script reads of the kernel's log on each node. What has not come yet has no series. */
export const KERNEL_LOG_EXPORTER: Exporter = {
  version: "constructs/platform/files/kernel-log-metrics.sh",
  source: "docs/monitoring.md",
  labels: NODE_EXPORTER.labels,
  metrics: {
    railyard_kernel_log_readable: [],
    // node-exporter's own, of each file that it reads and of all of them
    node_textfile_mtime_seconds: ["file"],
    node_textfile_scrape_error: [],
    ...all(["pci", "xid"], ["railyard_xid_errors_total", "railyard_xid_last_timestamp_seconds"]),
    ...all(["pci", "sxid", "severity"], ["railyard_sxid_errors_total", "railyard_sxid_last_timestamp_seconds"]),
    // the file system as its servers call it: of FSx the mount name
    ...all(
      ["file_system"],
      [
        "railyard_lustre_evictions_total",
        "railyard_lustre_eviction_last_timestamp_seconds",
        "railyard_lustre_lost_connections_total",
      ],
    ),
  },
};
