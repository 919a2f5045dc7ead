import type { Rule } from "../kernel/rule";
import type { AwsRule } from "../sites/aws-eks/rule";
import { valueAt } from "../kernel/value-at";

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

const noAlertReceiver: AwsRule = {
  id: "monitoring/nobody-told",
  title: "Alerts of a production cluster reach somebody.",
  severity: "warning",
  why: "Prometheus sounds alerts of full volumes, dead nodes and crashing controllers, and Alertmanager drops every one: people find out by the job that dies.",
  source: "https://prometheus.io/docs/alerting/latest/configuration/#receiver",
  *check({ config: { alarms, platform }, env: { monitoring, production } }) {
    if (!monitoring.enabled || !production || alarms.emails.length > 0 || alarms.topic !== undefined) return;
    // somebody has receivers of their own
    if (valueAt(platform.helmValues["kube-prometheus-stack"], "alertmanager.config") !== undefined) return;
    yield {
      path: ["alarms"],
      message: "monitoring is on, and its alerts are told to nobody",
      fix: 'write alarms: { emails: ["…"] }, or topic with the ARN of one that somebody reads',
    };
  },
};

export const MONITORING_RULES: readonly Rule[] = [telemetryUnread];

/** And whether alarms reach somebody through a topic of SNS. */
export const AWS_MONITORING_RULES: readonly AwsRule[] = [telemetryUnread, noAlertReceiver];
