import { fabricAlerts, type FabricAlertsProps } from "../../../constructs/alerts/fabric";
import { type AlertCase, describeAlerts } from "../../helpers/alert-cases";

const NONE: FabricAlertsProps = { efa: false, infiniband: false, roce: false, rails: null, pauses: false };
const RAILS = { devices: ["mlx5_0", "mlx5_3"], gbps: 400 };

const efa = (counter: string, node: string): string =>
  `node_amazonefa_${counter}{node="${node}",device="rdmap0",port="1"}`;
const card = (counter: string, device = "mlx5_0"): string =>
  `node_infiniband_${counter}{node="n1",device="${device}",port="1"}`;
const storms = (device: string): string =>
  `node_ethtool_transmitted_pause_storm_error_events{node="n1",device="${device}"}`;
const PORT = { node: "n1", device: "mlx5_0", port: "1" };

describe("EFA", () => {
  describeAlerts(fabricAlerts({ ...NONE, efa: true }), {
    EfaRemoteUnresponsive: {
      fires: { [efa("unresponsive_remote_events", "n1")]: "0x10 1+1x20" },
      before: "12m",
      after: "20m",
      labels: { node: "n1" },
      value: "10",
      silent: { [efa("unresponsive_remote_events", "n1")]: "7x30" },
    },
    EfaLosesPackets: {
      fires: {
        [efa("retrans_pkts", "n1")]: "0+60000x40",
        [efa("retrans_pkts", "n2")]: "0+60x40",
        [efa("retrans_pkts", "n3")]: "0+60x40",
      },
      before: "8m",
      after: "30m",
      labels: { node: "n1" },
      value: "1000",
      // all lose alike: that is the load, or the network of all
      silent: {
        [efa("retrans_pkts", "n1")]: "0+60000x40",
        [efa("retrans_pkts", "n2")]: "0+50000x40",
        [efa("retrans_pkts", "n3")]: "0+55000x40",
      },
    },
  });
});

const errors: AlertCase = {
  fires: {
    [card("symbol_error_total")]: "0x10 3x60",
    [card("link_error_recovery_total")]: "0x70",
    [card("link_downed_total")]: "0x70",
  },
  before: "10m",
  after: "30m",
  labels: PORT,
  value: "3",
  silent: {
    [card("symbol_error_total")]: "3x70",
    [card("link_error_recovery_total")]: "2x70",
    [card("link_downed_total")]: "1x70",
  },
};

describe("InfiniBand", () => {
  describeAlerts(fabricAlerts({ ...NONE, infiniband: true }), {
    RdmaPortDown: {
      fires: { [card("state_id")]: "4x10 1x20" },
      before: "11m",
      after: "13m",
      labels: PORT,
      value: "1",
      // nothing is plugged in
      silent: { [card("state_id")]: "1x30" },
    },
    RdmaRateLow: {
      fires: { [card("rate_bytes_per_second")]: "50e9x10 25e9x20", [card("state_id")]: "4x30" },
      before: "14m",
      after: "17m",
      labels: PORT,
      value: "2.5e+10",
      silent: { [card("rate_bytes_per_second")]: "25e9x30", [card("state_id")]: "4x30" },
    },
    InfinibandLinkErrors: errors,
  });
});

describe("RoCE whose cards are known", () => {
  describeAlerts(fabricAlerts({ ...NONE, roce: true, rails: RAILS, pauses: true }), {
    RdmaPortDown: {
      // from the start
      fires: { [card("state_id")]: "1x20" },
      before: "0m",
      after: "3m",
      labels: PORT,
      value: "1",
      // a card of storage
      silent: { [card("state_id", "mlx5_9")]: "1x20" },
    },
    RdmaRateLow: {
      fires: { [card("rate_bytes_per_second")]: "25e9x20", [card("state_id")]: "4x20" },
      before: "4m",
      after: "6m",
      labels: PORT,
      value: "2.5e+10",
      silent: {
        [card("rate_bytes_per_second")]: "50e9x20",
        [card("state_id")]: "4x20",
        [card("rate_bytes_per_second", "mlx5_9")]: "25e9x20",
        [card("state_id", "mlx5_9")]: "4x20",
      },
    },
    RocePauseStorm: {
      fires: { [storms("eth2")]: "0x10 1x30", [storms("eth3")]: "0x40" },
      before: "10m",
      after: "14m",
      labels: { node: "n1", device: "eth2" },
      value: "1",
      silent: { [storms("eth2")]: "3x40" },
    },
    RoceLosesPackets: {
      fires: {
        [card("out_of_sequence_packets_received_total")]: "0+60x40",
        [card("local_ack_timeout_errors_total")]: "0x40",
      },
      before: "8m",
      after: "30m",
      labels: PORT,
      value: "1.00",
      silent: {
        [card("out_of_sequence_packets_received_total")]: "500x40",
        [card("local_ack_timeout_errors_total")]: "3x40",
      },
    },
  });
});

test("without a fabric there is nothing to tell", () => {
  expect(fabricAlerts(NONE)).toEqual([]);
});
