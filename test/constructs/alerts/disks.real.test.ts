import { diskAlerts } from "../../../constructs/alerts/disks";
import { describeAlerts } from "../../helpers/alert-cases";

const disk = (state: string, instance = "a"): string =>
  `node_nvme_info{node="n1",device="nvme1n1",state="${state}",model="x",instance="${instance}"}`;

describeAlerts(diskAlerts(), {
  NvmeNotLive: {
    fires: { [disk("live")]: "1x5 stale _x20", [disk("dead")]: "_x5 1x20" },
    before: "14m",
    after: "16m",
    labels: { node: "n1", device: "nvme1n1", state: "dead" },
    value: "1",
    // it was reset, and is there again
    silent: { [disk("live")]: "1x5 stale _x4 1x20", [disk("resetting")]: "_x5 1x4 stale _x20" },
  },
});
