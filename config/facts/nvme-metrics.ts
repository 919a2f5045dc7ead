import { all, type Exporter, NODE_EXPORTER } from "./metrics";

/**
 * What Railyard's own script asks NVMe disks, as nvme-cli tells of their SMART log: shares that were used and are spare, degrees, errors, and
 * bits of what is critical (1 spare, 2 temperature, 4 reliability, 8 read-only, 16 memory backup, 32 persistent memory).
 * @see https://github.com/linux-nvme/nvme-cli/blob/v2.11/nvme-print-json.c (json_smart_log)
 */
export const NVME_EXPORTER: Exporter = {
  version: "constructs/platform/files/nvme-metrics.sh",
  source: "docs/monitoring.md",
  labels: NODE_EXPORTER.labels,
  metrics: {
    // node-exporter's own, of each file that it reads
    node_textfile_mtime_seconds: ["file"],
    ...all(
      ["device"],
      [
        "railyard_nvme_smart_readable",
        "railyard_nvme_used_ratio",
        "railyard_nvme_spare_ratio",
        "railyard_nvme_spare_threshold_ratio",
        "railyard_nvme_temperature_celsius",
        "railyard_nvme_media_errors_total",
        "railyard_nvme_critical_warning",
      ],
    ),
  },
};
