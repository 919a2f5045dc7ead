import type { Rule } from "../kernel/rule";
import { ROUTE_ALERT_RULES } from "./route-alert-rules";
import { ROUTE_RULES } from "./route-rules";
import { MONITORING_STORAGE_RULES } from "./storage-rules";
import { TOPIC_RULES } from "./topic-rules";

const telemetryUnread: Rule = {
  id: "monitoring/telemetry-unread",
  title: "Somebody reads the telemetry of the GPUs.",
  severity: "warning",
  why: "The exporter runs on every node, but nothing stores what it says or sounds an alarm: a lost GPU is found by the job that dies.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/gpu-telemetry/dcgm-exporter.html",
  *check({ env: { monitoring, gpu, nodeGroups } }) {
    if (monitoring.enabled || !gpu.operator || gpu.dcgm === "off" || !nodeGroups.some((g) => g.gpus)) return;
    yield {
      path: ["monitoring", "enabled"],
      message: `monitoring is off, but gpu.dcgm is "${gpu.dcgm}": nothing that Railyard installs reads it`,
      fix: 'write enabled: true, or gpu: { dcgm: "off" }; ignore this rule if a Prometheus of your own reads it',
    };
  },
};

export const MONITORING_RULES: readonly Rule[] = [
  telemetryUnread,
  ...MONITORING_STORAGE_RULES,
  ...ROUTE_RULES,
  ...ROUTE_ALERT_RULES,
  ...TOPIC_RULES,
];
