import { prometheusDemand, SYSTEM_PODS } from "../facts/system-pods";
import { nodesAtMost } from "../sites/aws-eks/cluster/nodes-at-most";
import {
  mounts,
  DEFINITIONS,
  NOTHING_IN_CLOUDWATCH,
  NO_MONITORING,
  NO_SLURM,
  podRow,
  unless,
  type Component,
} from "./component";

/** Load balancers, certificates and metrics. */
export const SERVICES = {
  "aws-load-balancer-controller": {
    stack: "platform",
    when: ({ platform }) => unless(platform.loadBalancerController, "platform.loadBalancerController is false"),
    pods: () => [podRow("load-balancer-controller", 2, SYSTEM_PODS.loadBalancerController)],
    review: { gone: null },
  },
  "cert-manager": {
    stack: "platform",
    when: ({ slurm }) => unless(slurm !== null, NO_SLURM),
    pods: () => [podRow("cert-manager", 6, SYSTEM_PODS.certManager)],
    review: { gone: "certificates of webhooks expire, and then no pod of theirs can start" },
  },
  "prometheus-operator-crds": {
    stack: "crds",
    when: ({ monitoring }) => unless(monitoring.enabled, NO_MONITORING),
    review: DEFINITIONS,
  },
  "kube-prometheus-stack": {
    stack: "platform",
    when: ({ monitoring }) => unless(monitoring.enabled, NO_MONITORING),
    pods: (env) => [
      podRow("prometheus", 1, prometheusDemand(nodesAtMost(env), Object.keys(env.monitoring.remoteWrite).length)),
      podRow("alertmanager", 1, SYSTEM_PODS.alertmanager),
      podRow("prometheus-operator", 1, SYSTEM_PODS.prometheusOperator),
      podRow("grafana", 1, SYSTEM_PODS.grafana, SYSTEM_PODS.grafanaSidecar, SYSTEM_PODS.grafanaSidecar),
      podRow("kube-state-metrics", 1, SYSTEM_PODS.kubeStateMetrics),
    ],
    crdsElsewhere: true,
    review: { gone: null },
  },
  "prometheus-yet-another-cloudwatch-exporter": {
    stack: "platform",
    when: (env) =>
      mounts(env, "aws-fsx-csi-driver") ||
      (env.network?.natZones ?? []).length > 0 ||
      (env.checkpoints?.replicateTo ?? null) !== null ||
      env.checkpoints?.requestMetrics === true
        ? unless(env.monitoring.enabled, NO_MONITORING)
        : NOTHING_IN_CLOUDWATCH,
    release: "cloudwatch-exporter",
    pods: () => [podRow("cloudwatch-exporter", 1, SYSTEM_PODS.cloudwatchExporter)],
    review: { gone: null },
  },
} as const satisfies Readonly<Record<string, Component>>;
