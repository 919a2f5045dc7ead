import { kueueAlerts } from "../../../constructs/alerts/kueue";
import { describeAlerts } from "../../helpers/alert-cases";

const status = (name: string, role = "leader"): string =>
  `kueue_cluster_queue_status{cluster_queue="vision",status="${name}",replica_role="${role}"}`;

describeAlerts(kueueAlerts(), {
  KueueSilent: {
    fires: { [status("active")]: "1x5 stale _x30" },
    before: "15m",
    after: "17m",
    labels: {},
    value: "",
    silent: { [status("active")]: "1x40" },
  },
  KueueQueueClosed: {
    fires: { [status("active")]: "0x30", [status("pending")]: "1x30" },
    before: "14m",
    after: "16m",
    labels: { cluster_queue: "vision" },
    value: "",
    // the manager that waits has not read it yet
    silent: { [status("active")]: "1x30", [status("active", "follower")]: "0x30" },
  },
});
