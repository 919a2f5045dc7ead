import { MONITORING_RULES } from "../../../config/rules/monitoring";
import { ruleCases } from "../../helpers/rule-cases";

const off = { monitoring: { enabled: false } };

ruleCases(MONITORING_RULES, {
  "monitoring/telemetry-unread": {
    severity: "warning",
    trips: [
      {
        when: "an exporter without Prometheus",
        change: off,
        at: ["monitoring", "enabled"],
        says: ['"exporter"'],
        fix: ["enabled: true", 'dcgm: "off"'],
      },
    ],
    passes: [
      { when: "Prometheus", change: {} },
      { when: "neither", change: { ...off, gpu: { dcgm: "off" } } },
      { when: "no operator to run it", change: { ...off, gpu: { operator: false } } },
      { when: "no GPUs", change: { ...off, nodeGroups: { h100: null } } },
    ],
  },
});
