import type { Rule } from "../kernel/rule";

/** Who is told of alerts by a cluster that somebody has made. */
export const EXISTING_ROUTE_RULES: readonly Rule[] = [
  {
    id: "monitoring/sns-outside-aws",
    title: "Topics of SNS are told where pods have a role in AWS.",
    severity: "error",
    why: "Alertmanager publishes with the role of its pod, which a cluster of EKS gives it; anywhere else it would need keys of a user in its configuration.",
    source: "https://prometheus.io/docs/alerting/latest/configuration/#sns_config",
    *check({ env }) {
      for (const [name, { kind }] of Object.entries(env.monitoring.receivers)) {
        if (kind !== "sns") continue;
        yield {
          path: ["monitoring", "receivers", name, "kind"],
          message: "pods of this cluster have no role in AWS, so nothing may publish to the topic",
          fix: "take another kind of receiver, such as pagerduty or webhook",
        };
      }
    },
  },
  {
    id: "monitoring/workspace-outside-aws",
    title: "Workspaces of Amazon Managed Service for Prometheus are written to where pods have a role in AWS.",
    severity: "error",
    why: "Prometheus signs what it sends with the role of its pod, which a cluster of EKS gives it; anywhere else it would need keys of a user.",
    source:
      "https://docs.aws.amazon.com/prometheus/latest/userguide/AMP-onboard-ingest-metrics-existing-Prometheus.html",
    *check({ env }) {
      for (const [name, { kind }] of Object.entries(env.monitoring.remoteWrite)) {
        if (kind !== "amp") continue;
        yield {
          path: ["monitoring", "remoteWrite", name, "kind"],
          message: "pods of this cluster have no role in AWS, so the workspace refuses every sample",
          fix: 'write to a store with kind: "prometheus"; one that signs for it, such as aws-sigv4-proxy, may be that store',
        };
      }
    },
  },
];
