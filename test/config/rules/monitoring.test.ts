import { MONITORING_RULES } from "../../../config/rules/monitoring";
import { ruleCases } from "../../helpers/rule-cases";

const off = { monitoring: { enabled: false } };

ruleCases(
  MONITORING_RULES,
  [
    {
      id: "monitoring/telemetry-unread",
      when: "an exporter without Prometheus",
      change: off,
      path: ["monitoring", "enabled"],
      words: ['"exporter"', "enabled: true", 'dcgm: "off"'],
    },
  ],
  [
    { id: "monitoring/telemetry-unread", when: "Prometheus", change: {} },
    { id: "monitoring/telemetry-unread", when: "neither", change: { ...off, gpu: { dcgm: "off" } } },
    { id: "monitoring/telemetry-unread", when: "no operator to run it", change: { ...off, gpu: { operator: false } } },
    { id: "monitoring/telemetry-unread", when: "no GPUs", change: { ...off, nodeGroups: { h100: null } } },
  ],
);
