import { ROUTE_ALERT_RULES } from "../../../config/monitoring/route-alert-rules";
import { ruleCases } from "../../helpers/rule-cases";

const oncall = { kind: "pagerduty", secretName: "alert-receivers" };
const route = (change: object) => ({
  monitoring: { receivers: { oncall }, routes: [{ to: ["oncall"], ...change }] },
});
const at = (index: number) => ["monitoring", "routes", 0, "alerts", index];

/** Values by which the chart has an alert of somebody's own. */
const OWN = {
  platform: {
    helmValues: {
      "kube-prometheus-stack": {
        additionalPrometheusRulesMap: {
          ours: { groups: [{ name: "ours", rules: [{ alert: "GpuLease", expr: "1" }] }] },
        },
      },
    },
  },
};

ruleCases(ROUTE_ALERT_RULES, {
  "monitoring/misspelt-alert": {
    severity: "error",
    trips: [
      {
        change: route({ alerts: ["GpuLost", "GpuLots"] }),
        at: at(1),
        message: ['"GpuLots"'],
        fix: ["did you mean GpuLost?"],
      },
      {
        when: "other capitals, of an alert of the chart",
        change: route({ alerts: ["kubeNodeNotReady"] }),
        at: at(0),
        message: ['"kubeNodeNotReady"'],
        fix: ["KubeNodeNotReady"],
      },
    ],
    passes: [
      { when: "names that are right", change: route({ alerts: ["GpuLost", "KubeNodeNotReady"] }) },
      { when: "another word", change: route({ alerts: ["OfficeOnFire"] }) },
      { when: "one of the values of a chart", change: { ...route({ alerts: ["GpuLease"] }), ...OWN } },
    ],
  },
  "monitoring/unknown-alert": {
    severity: "warning",
    trips: [
      {
        when: "an alert that nobody knows",
        change: route({ alerts: ["OfficeOnFire"] }),
        at: at(0),
        message: ['"OfficeOnFire"', "kube-prometheus-stack"],
        fix: ["PrometheusRule"],
      },
      {
        when: "an alert of what the environment lacks",
        change: { ...route({ alerts: ["LustreAlmostFull"] }), lustre: null, checkpoints: null },
        at: at(0),
        message: ["LustreAlmostFull", "no FSx for Lustre"],
        fix: ["take it out"],
      },
      {
        when: "an alert of another fabric",
        change: route({ alerts: ["RdmaPortDown"] }),
        at: at(0),
        message: ["InfiniBand or RoCE"],
      },
    ],
    passes: [
      { when: "a misspelt one, of which another rule tells", change: route({ alerts: ["GpuLots"] }) },
      { when: "one of a file system that is there", change: route({ alerts: ["LustreAlmostFull"] }) },
    ],
  },
  "monitoring/severity-of-alert": {
    severity: "error",
    trips: [
      {
        change: route({ severities: ["critical"], alerts: ["LustreFillsUp", "LustreAlmostFull"] }),
        at: at(0),
        message: ["LustreFillsUp is warning", "for critical"],
        fix: ['severities: ["warning"]'],
      },
      {
        when: "one for information, by default",
        change: route({ alerts: ["GpuProgramFault"] }),
        at: at(0),
        message: ["info", "critical or warning"],
        fix: ['severities: ["info"]'],
      },
      {
        when: "one that always sounds",
        change: route({ alerts: ["Watchdog"] }),
        at: at(0),
        message: ["none"],
        fix: ["take it out"],
      },
    ],
    passes: [
      { change: route({ severities: ["info"], alerts: ["GpuProgramFault"] }) },
      {
        when: "a name of several severities",
        change: route({ severities: ["critical"], alerts: ["KubePersistentVolumeFillingUp"] }),
      },
      { when: "a name that nobody knows", change: route({ severities: ["info"], alerts: ["OfficeOnFire"] }) },
    ],
  },
});
