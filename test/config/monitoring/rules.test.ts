import { AWS_MONITORING_RULES } from "../../../config/monitoring/rules";
import { ruleCases } from "../../helpers/rule-cases";

const off = { monitoring: { enabled: false } };

ruleCases(AWS_MONITORING_RULES, {
  "monitoring/telemetry-unread": {
    severity: "warning",
    trips: [
      {
        when: "an exporter without Prometheus",
        change: off,
        at: ["monitoring", "enabled"],
        message: ['"exporter"'],
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
  "monitoring/nobody-told": {
    severity: "warning",
    tripsSample: true,
    trips: [
      { when: "nobody is named", change: {}, at: ["alarms"], message: ["told to nobody"], fix: ["alarms: { emails"] },
    ],
    passes: [
      { when: "an address", change: { alarms: { emails: ["gpus@example.com"] } } },
      { when: "a topic", change: { alarms: { topic: "arn:aws:sns:us-east-1:111122223333:pager" } } },
      { when: "no monitoring", change: off },
      { when: "a development environment", change: { profile: "development" } },
      {
        when: "receivers of one's own",
        change: {
          platform: { helmValues: { "kube-prometheus-stack": { alertmanager: { config: { receivers: [] } } } } },
        },
      },
    ],
  },
});
