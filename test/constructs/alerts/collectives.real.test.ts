import { collectiveAlerts, collectiveRecordings } from "../../../constructs/alerts/collectives";
import { describeAlerts } from "../../helpers/alert-cases";

const series = (name: string, node: string, reach = "nodes"): string =>
  `railyard_nccl_${name}{hpc_job="7",collective="AllReduce",reach="${reach}",node="${node}"}`;

/** Two nodes, GB/s in each minute: the second one waits. */
const job = (fast: string, slow: string, message = "512x400"): Record<string, string> => ({
  [series("bus_bandwidth_bytes_per_second", "n1")]: fast,
  [series("bus_bandwidth_bytes_per_second", "n2")]: slow,
  [series("message_bytes", "n1")]: message,
});

describeAlerts(
  collectiveAlerts(),
  {
    CollectivesSlower: {
      fires: job("400x120 100x280", "300x120 90x280"),
      before: "2h10m",
      after: "2h45m",
      labels: { hpc_job: "7", collective: "AllReduce" },
      value: "25%",
      silent: {
        // one waits for the other, which is no fault of the fabric
        ...job("400x400", "300x120 50x280"),
        // smaller messages
        [series("bus_bandwidth_bytes_per_second", "n1").replace('"7"', '"8"')]: "400x120 100x280",
        [series("message_bytes", "n1").replace('"7"', '"8"')]: "512x120 16x280",
        // every third minute there are small messages alone
        [series("bus_bandwidth_bytes_per_second", "n1").replace('"7"', '"6"')]: `${"400 400 1 ".repeat(80).trim()}`,
        [series("message_bytes", "n1").replace('"7"', '"6"')]: `${"512 512 1 ".repeat(80).trim()}`,
        // within a node there is no fabric
        [series("bus_bandwidth_bytes_per_second", "n1", "node").replace('"7"', '"9"')]: "400x120 100x280",
        [series("message_bytes", "n1", "node").replace('"7"', '"9"')]: "512x400",
        // no time of which anything is usual
        [series("bus_bandwidth_bytes_per_second", "n1").replace('"7"', '"10"')]: "_x100 400x20 100x20 stale",
        [series("message_bytes", "n1").replace('"7"', '"10"')]: "_x100 512x40 stale",
      },
    },
  },
  collectiveRecordings(),
);
