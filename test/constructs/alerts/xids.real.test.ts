import { xidAlerts } from "../../../constructs/alerts/xids";
import { describeAlerts } from "../../helpers/alert-cases";

/** The alerts start at 1970: a series' moment counts from there. */
const log = (xid: number, count: string, moment: string) => ({
  [`railyard_xid_errors_total{node="n1",instance="a",pci="0000:53:00",xid="${xid}"}`]: count,
  [`railyard_xid_last_timestamp_seconds{node="n1",instance="a",pci="0000:53:00",xid="${xid}"}`]: moment,
});

const dcgm = (xid: number | null, values: string, gpu = "3") => ({
  [`DCGM_EXP_XID_ERRORS_COUNT{hostname="n1",gpu="${gpu}",UUID="GPU-1"${xid === null ? "" : `,xid="${xid}"`},window_size_in_ms="300000"}`]:
    values,
});

/** Told by DCGM, though the log tells of it, too: once. */
const byDcgm = (number: number, other: number) => ({
  fires: { ...dcgm(number, "0x5 1x5"), ...log(number, "_x4 4x6", "_x4 300x6") },
  before: "3m",
  after: "6m",
  labels: { node: "n1", hostname: "n1", gpu: "3", UUID: "GPU-1", xid: String(number) },
  value: "1",
  silent: { ...dcgm(other, "1x10"), ...dcgm(null, "0x10", "4") },
});

describe("where DCGM tells of GPUs", () => {
  describeAlerts(xidAlerts({ dcgm: true }), {
    GpuWantsReplacement: byDcgm(74, 79),
    GpuWantsReboot: byDcgm(79, 48),
    GpuWantsReset: byDcgm(119, 13),
    GpuProgramFault: byDcgm(31, 131),
  });
});

/** Told by the log alone, for five minutes; what came long ago stays in the counter. */
const byLog = (number: number, other: number) => ({
  fires: log(number, "_x5 2x10", "_x5 300x10"),
  before: "4m",
  after: "9m",
  labels: { node: "n1", gpu: "0000:53:00", xid: String(number) },
  value: "2",
  silent: { ...log(number, "2x20", "0x20"), ...log(other, "2x20", "600x20") },
});

/** The same of what a new start of the node ends: it is told until then. */
const untilBoot = (number: number, other: number) => {
  const { fires, silent, ...rest } = byLog(number, other);
  return {
    ...rest,
    after: "14m",
    fires: { ...fires, 'node_boot_time_seconds{node="n1",instance="a"}': "60x20" },
    silent: { ...silent, 'node_boot_time_seconds{node="n1",instance="a"}': "700x20" },
  };
};

describe("where it does not, the kernel's log does", () => {
  describeAlerts(xidAlerts({ dcgm: false }), {
    GpuWantsReplacement: untilBoot(74, 79),
    GpuWantsReboot: untilBoot(79, 48),
    GpuWantsReset: byLog(119, 13),
    GpuProgramFault: byLog(31, 131),
  });
});

describe("of a GPU that has left the bus DCGM tells nothing", () => {
  const { fires, silent, ...one } = untilBoot(79, 48);
  const reboot = xidAlerts({ dcgm: true }).map((group) => ({
    ...group,
    rules: group.rules.filter(({ alert }) => alert === "GpuWantsReboot"),
  }));
  describeAlerts(reboot, {
    GpuWantsReboot: { ...one, silent, fires: { ...fires, ...dcgm(48, "1x20") } },
  });
  // a node whose exporter does not say when it started
  const { 'node_boot_time_seconds{node="n1",instance="a"}': _, ...unknown } = fires as Record<string, string>;
  describeAlerts(reboot, {
    GpuWantsReboot: {
      ...one,
      silent: unknown,
      after: "8m",
      silentAt: "9m",
      fires: { ...unknown, ...dcgm(48, "1x20") },
    },
  });
});
