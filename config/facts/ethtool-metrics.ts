import { all, type Exporter, NODE_EXPORTER } from "./metrics";

/** Classes of traffic that PFC can pause. */
const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Counters of the driver of NVIDIA's cards (mlx5) that node-exporter is asked for, as ethtool calls them. */
export const PAUSE_COUNTERS = "^(rx|tx)_prio[0-7]_pause(_duration)?$|^tx_pause_storm_(warning|error)_events ?$";

/**
 * Those counters as node-exporter calls them: `rx` is received, `tx` transmitted. Durations are microseconds.
 * @see https://docs.kernel.org/networking/device_drivers/ethernet/mellanox/mlx5/counters.html
 */
export const PAUSE_EXPORTER: Exporter = {
  version: NODE_EXPORTER.version,
  source: "https://github.com/prometheus/node_exporter/blob/v1.12.1/collector/ethtool_linux.go",
  labels: NODE_EXPORTER.labels,
  metrics: all(
    ["device"],
    [
      ...CLASSES.map((one) => `node_ethtool_received_prio${one}_pause_duration`),
      ...CLASSES.map((one) => `node_ethtool_transmitted_prio${one}_pause_duration`),
      "node_ethtool_transmitted_pause_storm_error_events",
    ],
  ),
};
