import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** Cards that a pool's rails are on. */
export interface Rails {
  /** Devices, as hosts call them: `mlx5_0`. */
  readonly devices: readonly string[];
  /** Of one of them. */
  readonly gbps: number;
}

/** What is there to be watched. */
export interface FabricAlertsProps {
  readonly efa: boolean;
  readonly infiniband: boolean;
  readonly roce: boolean;
  /** Whether pauses of RoCE's interfaces are counted. */
  readonly pauses: boolean;
  /**
   * Cards of all rails, where every pool has the same ones and their names are known; null: cards are compared with
   * themselves a day ago.
   */
  readonly rails: Rails | null;
}

/** How often more than the median node one has to send packets again, and how many in a second at least. */
const LOSSY_TIMES = 10;
const LOSSY_PACKETS = 100;

const grown = (metric: string, window: string): string => `increase(${metric}[${window}])`;

const EFA_ALERTS: readonly Alert[] = [
  {
    name: "EfaRemoteUnresponsive",
    expr: `sum by (node) (${grown("node_amazonefa_unresponsive_remote_events", "10m")}) > 0`,
    for: "5m",
    summary: "{{ $labels.node }} waits for nodes that do not answer over EFA",
    description: '{{ $value | printf "%.0f" }} times in ten minutes.',
  },
  {
    name: "EfaLosesPackets",
    expr: `sum by (node) (rate(node_amazonefa_retrans_pkts[10m])) > ${LOSSY_TIMES} * scalar(quantile(0.5, sum by (node) (rate(node_amazonefa_retrans_pkts[10m])))) and sum by (node) (rate(node_amazonefa_retrans_pkts[10m])) > ${LOSSY_PACKETS}`,
    for: "10m",
    summary: "{{ $labels.node }} sends far more packets again over EFA than other nodes",
    description: '{{ $value | printf "%.0f" }} in a second.',
  },
];

const PORT = "{{ $labels.device }} of {{ $labels.node }}";
const BY_PORT = "max by (node, device, port)";

/** An active port has 4, @see https://github.com/prometheus/node_exporter/blob/v1.12.1/collector/infiniband_linux.go */
const ACTIVE = 4;

function cardAlerts(rails: Rails | null): Alert[] {
  const chosen = rails === null ? "" : `{device=~"${rails.devices.join("|")}"}`;
  const state = `node_infiniband_state_id${chosen}`;
  const rate = `node_infiniband_rate_bytes_per_second${chosen}`;
  const expected =
    rails === null ? `${BY_PORT} (max_over_time(${rate}[1d]))` : String((rails.gbps * 1_000_000_000) / 8);
  return [
    {
      name: "RdmaPortDown",
      // a port that nothing is plugged into never was active
      expr:
        rails === null
          ? `${BY_PORT} (${state}) < ${ACTIVE} and ${BY_PORT} (max_over_time(${state}[1d])) >= ${ACTIVE}`
          : `${BY_PORT} (${state}) < ${ACTIVE}`,
      for: "1m",
      summary: `${PORT} is not active: a rail is gone`,
      description: "Its state is {{ $value }}: 1 is down, 2 being set up, 3 armed.",
    },
    {
      name: "RdmaRateLow",
      expr: `${BY_PORT} (${rate}) < ${expected} and ${BY_PORT} (${state}) == ${ACTIVE}`,
      for: "5m",
      summary: `${PORT} runs at a lower rate than it should`,
      description: "{{ $value }} bytes in a second.",
    },
  ];
}

const INFINIBAND_ALERTS: readonly Alert[] = [
  {
    name: "InfinibandLinkErrors",
    expr: `sum by (node, device, port) (${["symbol_error", "link_error_recovery", "link_downed"]
      .map((counter) => grown(`node_infiniband_${counter}_total`, "1h"))
      .join(" + ")}) > 0`,
    summary: `The link of ${PORT} has errors`,
    description: '{{ $value | printf "%.0f" }} symbol errors, recoveries and losses of the link in an hour.',
  },
];

const ROCE_ALERTS: readonly Alert[] = [
  {
    name: "RoceLosesPackets",
    expr: `sum by (node, device, port) (${["out_of_sequence_packets_received", "local_ack_timeout_errors"]
      .map((counter) => `rate(node_infiniband_${counter}_total[10m])`)
      .join(" + ")}) > 0`,
    for: "10m",
    summary: `${PORT} loses packets: the fabric is not without loss`,
    description: '{{ $value | printf "%.2f" }} packets out of sequence and timeouts in a second.',
  },
];

/** The card stops pausing after a while by itself, and drops what comes then. */
const PAUSE_ALERTS: readonly Alert[] = [
  {
    name: "RocePauseStorm",
    expr: `sum by (node, device) (${grown("node_ethtool_transmitted_pause_storm_error_events", "15m")}) > 0`,
    summary:
      "{{ $labels.device }} of {{ $labels.node }} has paused its senders for so long that it stopped, and may have lost packets",
    description: '{{ $value | printf "%.0f" }} times in a quarter of an hour.',
  },
];

/** What networks between GPUs lose, and ports that are gone or slow. */
export function fabricAlerts({ efa, infiniband, roce, rails, pauses }: FabricAlertsProps): RuleGroup[] {
  const alerts = [
    ...(efa ? EFA_ALERTS : []),
    ...(infiniband || roce ? cardAlerts(rails) : []),
    ...(infiniband ? INFINIBAND_ALERTS : []),
    ...(roce ? ROCE_ALERTS : []),
    ...(pauses ? PAUSE_ALERTS : []),
  ];
  return alerts.length === 0 ? [] : [{ name: "railyard-fabric", rules: alerts.map(alertRule) }];
}
