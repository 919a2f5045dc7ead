import { grafanaLogs, grafanaTraces } from "../../monitoring/grafana-stores";
import { isOnAws } from "../../sites/aws-eks/environment";
import type { SiteEnvironment } from "../../sites/environment";
import { countsPauses, hasNodeSidecars } from "./node-exporter";
import { NAMES, onlyOff, onlyOn, owned, type OwnedValue } from "./row";

const CRDS =
  "the definitions have an owner already: two releases would fight over them, and one takes every object along";
const OWN_STACK = "definitions have a release of their own: leave it out";

/** Where config names nobody, Railyard has no receiver. */
const withoutGovernance = (_: unknown, env: SiteEnvironment): boolean => !isOnAws(env) || env.governance === null;

/** Where config names no store, Railyard writes no list. */
const withoutStores = (_: unknown, { monitoring }: SiteEnvironment): boolean =>
  Object.keys(monitoring.remoteWrite).length === 0;

const NO_DASHBOARDS = "Railyard's dashboards would lie in the cluster, and Grafana would not find them";

const NO_METRICS = "nothing would keep metrics or sound an alarm, while config says that monitoring is on";

const NO_FILES =
  "what beside node-exporter counts of the kernel's log, of EFA and of jobs would be gone, and its alerts could not sound";

/** Others may be added where what Railyard gives stays. */
const keepsArguments = (value: unknown, env: SiteEnvironment): boolean =>
  [
    ...(hasNodeSidecars(env) ? ["--collector.textfile.directory="] : []),
    ...(countsPauses(env) ? ["--collector.ethtool"] : []),
  ].every((argument) => Array.isArray(value) && value.some((one) => String(one).startsWith(argument)));

/** At least one; null takes the key out, and the chart's own number counts. */
const someOf = (value: unknown): boolean => value === null || (typeof value === "number" && value >= 1);

export const PLATFORM_VALUES: readonly OwnedValue[] = [
  ...owned("slurm-operator", [
    ["crds.enabled", CRDS, OWN_STACK, onlyOff],
    [
      "certManager.enabled",
      "the webhook's certificate would end after ten years, unseen, and change at every apply",
      "nothing: cert-manager is there",
      onlyOn,
    ],
    [
      "webhook.enabled",
      "slurmd pods would not learn where their node stands in the network",
      "nothing: it is always on",
      onlyOn,
    ],
  ]),
  ...owned("mariadb-operator", [["crds.enabled", CRDS, OWN_STACK, onlyOff]]),
  ...owned("cert-manager", [
    [
      "crds.enabled",
      "Issuers and Certificates would be gone, and with them the webhooks",
      "nothing: it is always on",
      onlyOn,
    ],
    ["crds.keep", "removing the release would take every certificate along", "nothing: they are kept", onlyOn],
    ["installCRDs", CRDS, "nothing: crds.enabled says it", onlyOff],
  ]),
  ...owned("kube-prometheus-stack", [
    ["crds.enabled", CRDS, OWN_STACK, onlyOff],
    ...["serviceMonitor", "podMonitor", "rule", "probe", "scrapeConfig"].map(
      (kind) =>
        [
          `prometheus.prometheusSpec.${kind}SelectorNilUsesHelmValues`,
          "metrics of GPUs, Slurm and file systems would no longer be found",
          "nothing: all are found",
          onlyOff,
        ] as const,
    ),
    ["prometheus.enabled", NO_METRICS, "monitoring.enabled", onlyOn],
    ["prometheus.prometheusSpec.replicas", NO_METRICS, "monitoring.enabled", someOf],
    [
      "alertmanager.alertmanagerSpec.replicas",
      "alerts would reach nobody",
      "alarms",
      (value, env) => someOf(value) || withoutGovernance(value, env),
    ],
    ["prometheus.prometheusSpec.retention", "it follows from config", "monitoring.retentionDays"],
    ["prometheus.prometheusSpec.retentionSize", "it follows from config", "monitoring.storageGiB"],
    ["prometheus.prometheusSpec.storageSpec", "it follows from config", "monitoring.storageGiB"],
    [
      "prometheus.prometheusSpec.remoteWrite",
      "the list replaces that of Railyard: stores that config names would get nothing",
      "monitoring.remoteWrite",
      withoutStores,
    ],
    ["alertmanager.config.route.receiver", "alerts would go where config does not say", "alarms", withoutGovernance],
    [
      "alertmanager.config.receivers",
      "the list replaces that of Railyard: its alerts would reach nobody",
      "alarms",
      withoutGovernance,
    ],
    ...["kubeEtcd", "kubeScheduler", "kubeControllerManager", "kubeProxy"].map(
      (part) =>
        [
          `${part}.enabled`,
          "EKS shows no pod of it: its alert would sound for ever",
          "nothing: leave it off",
          onlyOff,
        ] as const,
    ),
    ...["label", "labelValue"].map(
      (key) => [`grafana.sidecar.dashboards.${key}`, NO_DASHBOARDS, "nothing: take it out"] as const,
    ),
    ["grafana.sidecar.dashboards.enabled", NO_DASHBOARDS, "nothing: it is always on", onlyOn],
    [
      "grafana.additionalDataSources",
      "the list replaces that of Railyard: panels of logs and traces would ask nobody",
      "nothing: make a ConfigMap with the label grafana_datasource in the namespace monitoring",
      (_, env) => grafanaLogs(env) === null && grafanaTraces(env) === null,
    ],
    ...["name", "create"].map(
      (key) =>
        [
          `grafana.serviceAccount.${key}`,
          "its role in AWS, by which it reads logs, is bound to the account's name",
          "nothing: take it out",
          (_: unknown, env: SiteEnvironment) => grafanaLogs(env)?.kind !== "cloudwatch",
        ] as const,
    ),
    ["grafana.sidecar.datasources.uid", "Railyard's dashboards would ask nobody", "nothing: take it out"],
    [
      "prometheus-node-exporter.prometheus.monitor.relabelings",
      "the list replaces that of Railyard: dashboards and alerts would no longer know nodes by their names",
      "nothing: take it out",
    ],
    [
      "prometheus-node-exporter.sidecars",
      `the list replaces that of Railyard: ${NO_FILES}`,
      "nothing: run what you add as a DaemonSet of your own",
      (_, env) => !hasNodeSidecars(env),
    ],
    [
      "prometheus-node-exporter.extraArgs",
      `the list replaces that of Railyard: ${NO_FILES}`,
      "nothing: a list with --collector.textfile.directory=/var/lib/node-exporter/textfile among its own is taken, and with --collector.ethtool where pauses of RoCE are counted",
      keepsArguments,
    ],
    ["fullnameOverride", NAMES, "nothing: take it out"],
    ["nameOverride", NAMES, "nothing: take it out"],
  ]),
  ...owned("aws-load-balancer-controller", [
    ["clusterName", "load balancers would be tagged as those of another cluster", "name"],
    ["region", "it follows from config", "region"],
    ["vpcId", "it follows from config", "network"],
    [
      "enableServiceMutatorWebhook",
      "no Service of the cluster can be made while the controller is away",
      "nothing: Services name their class",
      onlyOff,
    ],
    ["serviceAccount", "its role in AWS is bound to the account's name", "nothing: take it out"],
  ]),
  ...owned("aws-fsx-csi-driver", [
    ["node.region", "it follows from config", "region"],
    ["node.tolerateAllTaints", "pods on tainted nodes could not mount Lustre", "nothing: it is always on", onlyOn],
  ]),
  ...owned("aws-mountpoint-s3-csi-driver", [
    ["node.serviceAccount", "its role in AWS is bound to the account's name", "nothing: take it out"],
    ["node.tolerateAllTaints", "pods on tainted nodes could not mount the bucket", "nothing: it is always on", onlyOn],
  ]),
  ...owned("prometheus-yet-another-cloudwatch-exporter", [
    ["serviceAccount", "its role in AWS is bound to the account's name", "nothing: take it out"],
    ["fullnameOverride", NAMES, "nothing: take it out"],
  ]),
];
