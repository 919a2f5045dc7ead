import { diskAlerts } from "../../../constructs/alerts/disks";
import { describeAlerts } from "../../helpers/alert-cases";

const disk = (state: string, instance = "a"): string =>
  `node_nvme_info{node="n1",device="nvme1n1",state="${state}",model="x",instance="${instance}"}`;

const smart = (name: string, device = "nvme1"): string =>
  `railyard_nvme_${name}{node="n1",device="${device}",instance="a"}`;

describeAlerts(diskAlerts({ wear: true }), {
  NvmeNotLive: {
    fires: { [disk("live")]: "1x5 stale _x20", [disk("dead")]: "_x5 1x20" },
    before: "14m",
    after: "16m",
    labels: { node: "n1", device: "nvme1n1", state: "dead" },
    value: "1",
    // it was reset, and is there again
    silent: { [disk("live")]: "1x5 stale _x4 1x20", [disk("resetting")]: "_x5 1x4 stale _x20" },
  },
  NvmeWorn: {
    fires: {
      [smart("used_ratio")]: "0.93x30",
      [smart("spare_ratio")]: "1x30",
      [smart("spare_threshold_ratio")]: "0.1x30",
    },
    before: "14m",
    after: "16m",
    labels: { node: "n1", device: "nvme1" },
    value: "93%",
    // nearly new, with more spare blocks than it needs; and one that says how many it has alone
    silent: {
      [smart("used_ratio")]: "0.89x30",
      [smart("spare_ratio")]: "0.1x30",
      [smart("spare_threshold_ratio")]: "0.1x30",
      [smart("spare_ratio", "nvme2")]: "0x30",
    },
  },
  NvmeCritical: {
    fires: { [smart("critical_warning")]: "0x5 9x30" },
    before: "14m",
    after: "16m",
    labels: { node: "n1", device: "nvme1" },
    value: "9",
    silent: { [smart("critical_warning")]: "0x5 2x3 0x30" },
  },
  NvmeMediaErrors: {
    fires: { [smart("media_errors_total")]: "4x1440 6x30" },
    before: "1439m",
    after: "1450m",
    labels: { node: "n1", device: "nvme1" },
    value: "2",
    silent: { [smart("media_errors_total")]: "4x1500" },
  },
  NvmeWearUnread: {
    fires: { [smart("smart_readable")]: "0x100" },
    before: "59m",
    after: "61m",
    labels: { node: "n1", device: "nvme1" },
    value: "0",
    silent: {
      [smart("smart_readable")]: "1x100",
      'node_textfile_mtime_seconds{node="n1",file="/t/nvme.prom"}': "0+60x100",
    },
  },
});

describe("where the container beside node-exporter hangs", () => {
  const unread = diskAlerts({ wear: true }).map((group) => ({
    ...group,
    rules: group.rules.filter(({ alert }) => alert === "NvmeWearUnread"),
  }));
  describeAlerts(unread, {
    NvmeWearUnread: {
      fires: {
        [smart("smart_readable")]: "1x200",
        'node_textfile_mtime_seconds{node="n1",file="/t/nvme.prom"}': "0x200",
      },
      before: "119m",
      after: "123m",
      labels: { node: "n1", device: "nvme1" },
      value: "1",
      silent: {
        [smart("smart_readable")]: "1x200",
        'node_textfile_mtime_seconds{node="n1",file="/t/other.prom"}': "0x200",
      },
    },
  });
});

describe("where the container beside node-exporter has never written", () => {
  const unread = diskAlerts({ wear: true }).map((group) => ({
    ...group,
    rules: group.rules.filter(({ alert }) => alert === "NvmeWearUnread"),
  }));
  describeAlerts(unread, {
    NvmeWearUnread: {
      // by node: its neighbour has written, and this one's exporter reads files of others
      fires: {
        'node_textfile_scrape_error{node="n1",instance="a"}': "0x200",
        'node_textfile_mtime_seconds{node="n1",file="/t/kernel-log.prom"}': "0+60x200",
        'node_textfile_scrape_error{node="n2",instance="b"}': "0x200",
        'node_textfile_mtime_seconds{node="n2",file="/t/nvme.prom"}': "0+60x200",
      },
      before: "59m",
      after: "61m",
      labels: { node: "n1" },
      value: "0",
      // a node without local disks writes an empty file
      silent: {
        'node_textfile_scrape_error{node="n1",instance="a"}': "0x200",
        'node_textfile_mtime_seconds{node="n1",file="/t/nvme.prom"}': "0+60x200",
      },
    },
  });
});

describe("where disks are not asked", () => {
  test("nobody says that they do not answer", () => {
    expect(diskAlerts({ wear: false })[0]!.rules.map(({ alert }) => alert)).toEqual(["NvmeNotLive"]);
  });
});
