import { toNode } from "./cells";
import { collectivesOfFabric } from "./collective-rows";
import type { Dashboard, LinesPanel, Row, TablePanel } from "./dashboard";

/** Counters that the fabrics of an environment have. */
export interface FabricProps {
  /** Nodes with EFA. */
  readonly efa: boolean;
  /** Nodes with InfiniBand. */
  readonly infiniband: boolean;
  /** Nodes with RoCE. */
  readonly roce: boolean;
  /** Classes of its traffic whose pauses are counted. */
  readonly pausedClasses: readonly number[];
  /** What NCCL tells of jobs. @default - nothing */
  readonly collectives?: Parameters<typeof collectivesOfFabric>[0] | undefined;
}

const RATE = "[$__rate_interval]";

/** The nodes of which a counter grows the fastest. */
const worst = (title: string, description: string, metric: string): LinesPanel => ({
  kind: "lines",
  title,
  description,
  unit: "short",
  queries: [{ expr: `topk(10, sum by (node) (rate(${metric}${RATE})) > 0)`, legend: "{{node}}" }],
});

const traffic = (title: string, description: string, metrics: string): LinesPanel => ({
  kind: "lines",
  title,
  description,
  unit: "Bps",
  queries: [{ expr: `topk(10, sum by (node) (rate(${metrics}${RATE})))`, legend: "{{node}}" }],
});

/** Ports with errors in the time that is shown. */
const ports = (title: string, description: string, counters: Readonly<Record<string, string>>): TablePanel => {
  const [first, ...more] = Object.entries(counters).map(([metric, legend]) => ({
    expr: `sum by (node, device, port) (increase(${metric}[$__range])) > 0`,
    legend,
  }));
  return {
    kind: "table",
    title,
    description,
    unit: "short",
    queries: [first!, ...more],
    columns: { node: "node", device: "device", port: "port" },
    links: [toNode("node")],
  };
};

/** What the networks between GPUs carry, lose and send again. */
export const fabric = ({ efa, infiniband, roce, pausedClasses, collectives }: FabricProps): Dashboard => ({
  name: "fabric",
  title: "Fabric",
  description: "What the networks between GPUs carry, lose and send again.",
  rows: [
    ...(efa ? [EFA] : []),
    ...(infiniband || roce ? [CARDS] : []),
    ...(infiniband ? [INFINIBAND] : []),
    ...(roce ? [ROCE] : []),
    ...(pausedClasses.length > 0 ? [pauses(pausedClasses)] : []),
    ...(collectives ? [collectivesOfFabric(collectives)] : []),
  ],
});

const EFA: Row = {
  title: "EFA",
  panels: [
    traffic("Sent", "The ten nodes that send the most.", "node_amazonefa_tx_bytes"),
    traffic("Received", "The ten nodes that receive the most.", "node_amazonefa_rx_bytes"),
    worst(
      "Packets sent again",
      "In a second; some loss is usual under load, one node far above others is not.",
      "node_amazonefa_retrans_pkts",
    ),
    worst("Packets dropped", "In a second, by the receiver.", "node_amazonefa_rx_drops"),
    ports(
      "Devices with trouble",
      "In the time that is shown. A remote that does not answer is most often a node that is gone.",
      {
        node_amazonefa_unresponsive_remote_events: "remotes unresponsive",
        node_amazonefa_impaired_remote_conn_events: "connections impaired",
        node_amazonefa_retrans_timeout_events: "timeouts",
      },
    ),
  ],
};

/** InfiniBand and RoCE cards have these counters alike. */
const CARDS: Row = {
  title: "Cards",
  panels: [
    traffic("Sent", "The ten nodes that send the most.", "node_infiniband_port_data_transmitted_bytes_total"),
    traffic("Received", "The ten nodes that receive the most.", "node_infiniband_port_data_received_bytes_total"),
    {
      kind: "table",
      title: "Ports that are not active",
      description: "Ports of cards that nothing is plugged into are here, too.",
      unit: "short",
      queries: [{ expr: "max by (node, device, port) (node_infiniband_state_id) != 4", legend: "state" }],
      words: { 1: "down", 2: "being set up", 3: "armed" },
      columns: { node: "node", device: "device", port: "port" },
      links: [toNode("node")],
    },
    {
      kind: "table",
      title: "Ports by rate",
      description: "The slowest come first: a cable or a port that trained lower than the others.",
      unit: "Bps",
      queries: [
        { expr: "bottomk(20, max by (node, device, port) (node_infiniband_rate_bytes_per_second))", legend: "rate" },
      ],
      columns: { node: "node", device: "device", port: "port" },
      links: [toNode("node")],
    },
  ],
};

const INFINIBAND: Row = {
  title: "InfiniBand",
  panels: [
    ports(
      "Ports with errors",
      "In the time that is shown. Any symbol error, recovery or loss of a link is worth a look at the cable.",
      {
        node_infiniband_symbol_error_total: "symbol errors",
        node_infiniband_link_error_recovery_total: "link recovered",
        node_infiniband_link_downed_total: "link went down",
        node_infiniband_port_errors_received_total: "packets with errors",
        node_infiniband_port_discards_transmitted_total: "packets discarded",
        node_infiniband_local_link_integrity_errors_total: "integrity errors",
      },
    ),
    worst(
      "Waiting to send",
      "Ticks in a second in which a port had data and could not send: the fabric is congested, not broken.",
      "node_infiniband_port_transmit_wait_total",
    ),
  ],
};

/** Shares of the time in which a class of traffic stands still. */
const pauses = (classes: readonly number[]): Row => {
  const share = (title: string, description: string, way: "received" | "transmitted"): LinesPanel => {
    const [first, ...more] = classes.map((one) => ({
      expr: `topk(10, sum by (node, device) (rate(node_ethtool_${way}_prio${one}_pause_duration${RATE})) / 1e6)`,
      legend: `{{node}} {{device}}, class ${one}`,
    }));
    return { kind: "lines", title, description, unit: "percentunit", queries: [first!, ...more] };
  };
  return {
    title: "Pauses (PFC), of cards of NVIDIA",
    panels: [
      share(
        "Paused by the switch",
        "The ten interfaces that may not send for the longest: congestion in the fabric.",
        "received",
      ),
      share(
        "Pauses its senders",
        "The ten that take no more for the longest: a host that is slow, which may stop others with it.",
        "transmitted",
      ),
    ],
  };
};

const ROCE: Row = {
  title: "RoCE",
  panels: [
    ports(
      "Ports with trouble",
      "In the time that is shown. Packets out of sequence and timeouts are losses: look at the marks and pauses of the switches.",
      {
        node_infiniband_out_of_sequence_packets_received_total: "out of sequence",
        node_infiniband_local_ack_timeout_errors_total: "timeouts",
        node_infiniband_packet_sequence_errors_total: "sequence errors",
        node_infiniband_out_of_buffer_drops_total: "no buffer",
        node_infiniband_roce_adp_retransmits_total: "sent again",
      },
    ),
    worst(
      "Marked for congestion",
      "Packets in a second that a switch had marked: usual under load.",
      "node_infiniband_np_ecn_marked_roce_packets_received_total",
    ),
    worst(
      "Slowed down by the other end",
      "Notifications in a second that cards have heeded: usual under load.",
      "node_infiniband_rp_cnp_packets_handled_total",
    ),
  ],
};
