import { logAlerts } from "../../../../constructs/platform/logs/log-alerts";
import { describeAlerts } from "../../../helpers/alert-cases";

const series = (name: string, node: string): string =>
  `otelcol_exporter_${name}{node="${node}",exporter="awscloudwatchlogs/pods",pod="railyard-logs-${node}"}`;

describeAlerts(logAlerts(), {
  LogsWait: {
    fires: {
      [series("queue_size", "a")]: "0 60000x30",
      [series("queue_capacity", "a")]: "200000x31",
      [series("queue_size", "b")]: "0 90000x30",
      [series("queue_capacity", "b")]: "200000x31",
      [series("queue_size", "c")]: "10x31",
      [series("queue_capacity", "c")]: "200000x31",
    },
    before: "15m",
    after: "17m",
    labels: {},
    value: "2",
    silent: {
      // some wait always, for what comes at a time is sent at a time
      [series("queue_size", "a")]: "5000x31",
      [series("queue_capacity", "a")]: "200000x31",
      // a store of traces is away
      [`otelcol_exporter_queue_size{node="b",exporter="otlp_http",pod="railyard-traces-1"}`]: "60000x31",
      [`otelcol_exporter_queue_capacity{node="b",exporter="otlp_http",pod="railyard-traces-1"}`]: "64000x31",
    },
  },
  LogsLost: {
    fires: {
      // one has lost lines for the first time, another some more
      [series("send_failed_log_records", "a")]: "_x20 500x10",
      [series("send_failed_log_records", "b")]: "7000x20 8000x10",
    },
    before: "20m",
    after: "25m",
    labels: {},
    value: "1.5k",
    // an hour ago, and a collector that began anew
    silent: {
      [series("send_failed_log_records", "a")]: "7000x60",
      [series("send_failed_log_records", "b")]: "7000x20 _x10 0x20",
    },
    silentAt: "45m",
  },
});
