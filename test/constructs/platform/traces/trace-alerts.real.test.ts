import { traceAlerts } from "../../../../constructs/platform/traces/trace-alerts";
import { describeAlerts } from "../../../helpers/alert-cases";

const series = (name: string, pod: string): string =>
  `otelcol_exporter_${name}{node="a",exporter="otlp_http",pod="railyard-traces-${pod}"}`;

describeAlerts(traceAlerts(), {
  SpansWait: {
    fires: {
      [series("queue_size", "a")]: "0 20000000x30",
      [series("queue_capacity", "a")]: "67108864x31",
      [series("queue_size", "b")]: "10x31",
      [series("queue_capacity", "b")]: "67108864x31",
    },
    before: "10m",
    after: "12m",
    labels: {},
    value: "1",
    silent: {
      // some wait always, for what comes at a time is sent at a time
      [series("queue_size", "a")]: "900000x31",
      [series("queue_capacity", "a")]: "67108864x31",
    },
  },
  SpansLost: {
    fires: {
      // one has lost spans for the first time, another some more, and a third had no room
      [series("send_failed_spans", "a")]: "_x20 500x10",
      [series("send_failed_spans", "b")]: "7000x20 8000x10",
      [series("enqueue_failed_spans", "a")]: "0x20 25x10",
    },
    before: "20m",
    after: "25m",
    labels: {},
    value: "1.525k",
    // an hour ago, and a collector that began anew
    silent: {
      [series("send_failed_spans", "a")]: "7000x60",
      [series("send_failed_spans", "b")]: "7000x20 _x10 0x20",
    },
    silentAt: "45m",
  },
});
