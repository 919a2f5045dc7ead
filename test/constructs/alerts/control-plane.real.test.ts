import { controlPlaneAlerts } from "../../../constructs/alerts/control-plane";
import { describeAlerts } from "../../helpers/alert-cases";

const refused = (level: string, job = "apiserver"): string =>
  `apiserver_flowcontrol_rejected_requests_total{job="${job}",priority_level="${level}",flow_schema="x",reason="queue-full"}`;
/** Of one etcd, as each API server tells of it. */
const etcd = (instance: string, job = "apiserver"): string =>
  `apiserver_storage_size_bytes{job="${job}",instance="${instance}",storage_cluster_id="etcd-0"}`;
const filled = (bytes: number): Record<string, string> => ({
  [etcd("a")]: `${bytes}x60`,
  [etcd("b")]: `${bytes - 1e8}x60`,
});

describeAlerts(controlPlaneAlerts({ databaseGB: 8 }), {
  ApiRequestsRefused: {
    fires: { [refused("workload-low")]: "0+120x60", [refused("system")]: "7x60" },
    before: "14m",
    after: "18m",
    labels: { priority_level: "workload-low" },
    value: "2",
    silent: { [refused("workload-low")]: "500x60", [refused("system", "vision/vllm")]: "0+120x60" },
  },
  EtcdFillsUp: {
    fires: filled(6.4e9),
    before: "14m",
    after: "16m",
    labels: {},
    value: "80%",
    silent: filled(5.9e9),
  },
  EtcdAlmostFull: {
    fires: filled(7.6e9),
    before: "4m",
    after: "6m",
    labels: {},
    value: "95%",
    // a pod of a team may call its metrics as it likes
    silent: { ...filled(7.1e9), [etcd("c", "vision/vllm")]: "7900000000x60" },
  },
});
