import { kernelLogAlerts } from "../../../constructs/alerts/kernel-log";
import { lustreClientAlerts } from "../../../constructs/alerts/lustre-clients";
import { sxidAlerts } from "../../../constructs/alerts/sxids";
import { type AlertCase, describeAlerts } from "../../helpers/alert-cases";

describeAlerts(kernelLogAlerts(), {
  KernelLogUnread: {
    fires: { 'node_textfile_mtime_seconds{node="n1",file="/t/kernel-log.prom"}': "0x40" },
    before: "24m",
    after: "26m",
    labels: { node: "n1" },
    value: "0",
    silent: {
      'railyard_kernel_log_readable{node="n1",instance="a"}': "1x40",
      'node_textfile_mtime_seconds{node="n1",instance="a",file="/var/lib/node-exporter/textfile/kernel-log.prom"}':
        "0+60x40",
      // a file of somebody else is old
      'node_textfile_mtime_seconds{node="n1",instance="a",file="/var/lib/node-exporter/textfile/other.prom"}': "0x40",
    },
  },
});

describe("where it may not be read", () => {
  describeAlerts(kernelLogAlerts(), {
    KernelLogUnread: {
      fires: { 'railyard_kernel_log_readable{node="n1",instance="a"}': "0x30" },
      before: "14m",
      after: "16m",
      labels: { node: "n1" },
      value: "0",
      silent: { 'railyard_kernel_log_readable{node="n1",instance="a"}': "1x30" },
    },
  });
});

describe("where its container has never written", () => {
  describeAlerts(kernelLogAlerts(), {
    KernelLogUnread: {
      fires: { 'node_textfile_scrape_error{node="n1",instance="a"}': "0x30" },
      before: "14m",
      after: "16m",
      labels: { node: "n1" },
      value: "0",
      silent: {
        'node_textfile_scrape_error{node="n1",instance="a"}': "0x30",
        'railyard_kernel_log_readable{node="n1",instance="a"}': "1x30",
      },
    },
  });
});

describeAlerts(lustreClientAlerts(), {
  LustreClientEvicted: {
    fires: {
      'railyard_lustre_evictions_total{node="n1",file_system="zmuqnb4v"}': "_x5 3x10",
      'railyard_lustre_eviction_last_timestamp_seconds{node="n1",file_system="zmuqnb4v"}': "_x5 300x10",
    },
    before: "4m",
    after: "9m",
    labels: { node: "n1", file_system: "zmuqnb4v" },
    value: "3",
    silent: {
      'railyard_lustre_evictions_total{node="n1",file_system="zmuqnb4v"}': "3x20",
      'railyard_lustre_eviction_last_timestamp_seconds{node="n1",file_system="zmuqnb4v"}': "0x20",
      'railyard_lustre_lost_connections_total{node="n1",file_system="zmuqnb4v"}': "0+5x20",
    },
  },
});

/** The alerts start at 1970: a series' moment counts from there. */
const log = (sxid: number, severity: string, count: string, moment: string) => {
  const labels = `{node="n1",instance="a",pci="0000:c1:00.0",sxid="${sxid}",severity="${severity}"}`;
  return {
    [`railyard_sxid_errors_total${labels}`]: count,
    [`railyard_sxid_last_timestamp_seconds${labels}`]: moment,
  };
};

/** Told for five minutes; what came long ago stays in the counter, and others are told by other alerts. */
const tried = (sxid: number, severity: string, others: readonly [number, string][]): AlertCase => ({
  fires: log(sxid, severity, "_x5 2x10", "_x5 300x10"),
  before: "4m",
  after: "9m",
  labels: { node: "n1", pci: "0000:c1:00.0", sxid: String(sxid) },
  value: "2",
  silent: Object.assign(
    log(sxid, severity, "2x20", "0x20"),
    ...others.map(([other, text]) => log(other, text, "2x20", "600x20")),
  ),
});

/** The same of what a new start of the node ends: it is told until then. */
const untilBoot = ({ fires, silent, ...rest }: AlertCase): AlertCase => ({
  ...rest,
  after: "14m",
  fires: { ...fires, 'node_boot_time_seconds{node="n1",instance="a"}': "60x20" },
  silent: { ...silent, 'node_boot_time_seconds{node="n1",instance="a"}': "700x20" },
});

describe("SXids by what they ask for", () => {
  describeAlerts(sxidAlerts(), {
    NvswitchWantsReset: tried(12028, "non-fatal", [
      [11001, "fatal"],
      [20012, "non-fatal"],
    ]),
    NvswitchWantsReboot: untilBoot(
      tried(11001, "fatal", [
        [20034, "fatal"],
        [20012, "non-fatal"],
      ]),
    ),
    NvswitchErrors: tried(10004, "other", [
      [22013, "non-fatal"],
      [12028, "non-fatal"],
      [11001, "fatal"],
    ]),
  });
});
