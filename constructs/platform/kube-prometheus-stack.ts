import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { PROMETHEUS_STORAGE } from "../../config/facts/series";
import { CHARTS } from "../../config/facts/versions";
import { tellsOfCollectives } from "../../config/monitoring/nccl";
import type { SiteEnvironment } from "../../config/sites/environment";
import { NODE_EXPORTER_DEMAND, prometheusDemand, SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import { type Placement, TOLERATE_EVERYTHING, tolerationJson } from "../cluster/placement";
import { DAEMON_UPDATE_STRATEGY, daemonTimeoutSeconds } from "../core/daemon-rollout";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { fabricAlerts, type Rails } from "../alerts/fabric";
import { alertmanagerConfig, type Routing } from "../alerts/routing";
import { fabric } from "../dashboards/fabric";
import { node } from "../dashboards/node";
import { exportsGpus } from "./gpu-operator";
import { scrapesJobs } from "./job-metrics";
import { loginSections } from "./grafana-login";
import { grafanaStores, logsOnDashboard } from "./grafana-stores";
import { grafanaValues, type GrafanaProps } from "./grafana-values";
import { type MeasuredByNodes, nodeExporterSidecars } from "./node-exporter-values";
import { shownCollectives } from "./nccl-metrics";
import { asksDisks } from "./nvme-metrics";
import { pausedClasses } from "./pause-metrics";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { type RemoteWriteProps, remoteWriteValues } from "./remote-write";
import { wayOut } from "./outbound-values";
import { placementValues } from "./tolerations";
import type { ClusterComponent } from "./component";
import { countsEvictions, countsXids, readsKernelLog } from "./kernel-log-metrics";

export interface KubePrometheusStackValuesProps extends MeasuredByNodes {
  /** Days to keep metrics; less when the volume is full before. */
  readonly retentionDays: number;
  /** Volume of Prometheus, in GiB. */
  readonly storageGiB: number;
  /** Class of the volumes. Named, for a cluster may have no default class. */
  readonly storageClassName: string;
  /** Nodes that the cluster has at most: what Prometheus needs, and how long an update takes, follow from it. */
  readonly nodes: number;
  /** Nodes of everything but the node exporter. */
  readonly placement: Placement;
  /** Who is told of alerts; with a topic of alarms nodes bear their group in metrics, which those about money have. */
  readonly routing: Routing;
  /** Whether nodes bear the name of their group, which then is a label in metrics of nodes. */
  readonly groupLabels: boolean;
  /** Secrets of those who are told, which pods of Alertmanager mount. */
  readonly receiverSecrets: readonly string[];
  /** Stores outside of the cluster that get its metrics. */
  readonly remoteWrite: RemoteWriteProps;
  /** Who may log in at Grafana, and what it reads. */
  readonly grafana: GrafanaProps;
  /** Roles in AWS that pods have; undefined: none. */
  readonly roles: { readonly prometheus?: string | undefined; readonly alertmanager?: string | undefined };
}

export interface KubePrometheusStackProps extends PlatformChartProps, KubePrometheusStackValuesProps {}

/** Silences and the state of notifications. */
const ALERTMANAGER_GIB = 5;

/**
 * Grafana tells its makers nothing and does not ask them for news and updates. The plugins that it brings along stay on:
 * since 13.2 data sources are among them.
 * @see https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/#analytics
 * @see https://github.com/grafana/grafana/issues/131490
 */
const SILENT_GRAFANA: HelmValues = {
  analytics: {
    reporting_enabled: false,
    check_for_updates: false,
    check_for_plugin_updates: false,
    feedback_links_enabled: false,
  },
  news: { news_feed_enabled: false },
  security: { disable_gravatar: true },
  snapshots: { external_enabled: false },
};

/** Helm values of Prometheus, Alertmanager and Grafana. */
export function kubePrometheusStackValues(props: KubePrometheusStackValuesProps): HelmValues {
  const placement = placementValues(props.placement);
  return {
    // prometheus-operator-crds brings them: charts before this one have monitors too
    crds: { enabled: false },
    ...withoutControlPlane(),
    prometheusOperator: {
      ...placement,
      priorityClassName: SYSTEM_PRIORITY,
      resources: podResources(SYSTEM_PODS.prometheusOperator),
      admissionWebhooks: { patch: placement },
    },
    prometheus: {
      prometheusSpec: {
        ...placement,
        priorityClassName: SYSTEM_PRIORITY,
        resources: podResources(prometheusDemand(props.nodes, Object.keys(props.remoteWrite.destinations).length)),
        ...withRole(props.roles.prometheus),
        ...everySelector(),
        retention: `${props.retentionDays}d`,
        retentionSize: `${Math.floor(props.storageGiB * PROMETHEUS_STORAGE.retentionShare)}GiB`,
        storageSpec: volume(props.storageClassName, props.storageGiB),
        ...remoteWriteValues(props.remoteWrite),
      },
    },
    alertmanager: {
      alertmanagerSpec: {
        ...placement,
        priorityClassName: SYSTEM_PRIORITY,
        resources: podResources(SYSTEM_PODS.alertmanager),
        ...withRole(props.roles.alertmanager),
        storage: volume(props.storageClassName, ALERTMANAGER_GIB),
        ...(props.receiverSecrets.length > 0 && { secrets: [...props.receiverSecrets] }),
      },
      config: alertmanagerConfig(props.routing),
    },
    grafana: {
      ...placement,
      resources: podResources(SYSTEM_PODS.grafana),
      sidecar: { resources: podResources(SYSTEM_PODS.grafanaSidecar) },
      "grafana.ini": { ...SILENT_GRAFANA, ...loginSections(props.grafana) },
      ...grafanaValues(props.grafana),
    },
    "kube-state-metrics": {
      ...placement,
      resources: podResources(SYSTEM_PODS.kubeStateMetrics),
      ...(props.groupLabels && { metricLabelsAllowlist: ["nodes=[railyard.dev/node-group]"] }),
    },
    "prometheus-node-exporter": {
      // a daemon that belongs on every node
      tolerations: [tolerationJson(TOLERATE_EVERYTHING)],
      updateStrategy: DAEMON_UPDATE_STRATEGY,
      resources: podResources(NODE_EXPORTER_DEMAND),
      // its own labels know pods and addresses: nodes are what people look for, and what metrics of GPUs bear
      prometheus: {
        monitor: {
          relabelings: [{ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node", action: "replace" }],
        },
      },
      ...nodeExporterSidecars(props),
    },
  };
}

/**
 * A pod learns of its role when it is made, so that one which gets a role is made anew.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html
 */
const withRole = (role: string | undefined): HelmValues =>
  role === undefined ? {} : { podMetadata: { annotations: { "railyard.dev/role": role } } };

/**
 * EKS shows no pods of etcd, the scheduler and the controller manager (control-plane-overview.ts asks for the last two by the API), and
 * its kube-proxy serves metrics to its own node alone (`metricsBindAddress: 127.0.0.1:10249`): their targets would be down and their
 * alerts on for ever. Rules and dashboards of a component go with it.
 * @see https://github.com/aws/containers-roadmap/issues/657
 */
function withoutControlPlane(): HelmValues {
  return {
    kubeEtcd: { enabled: false },
    kubeScheduler: { enabled: false },
    kubeControllerManager: { enabled: false },
    kubeProxy: { enabled: false },
  };
}

/** Without these Prometheus looks only at monitors that bear the label of this release: not at those of GPUs and Slurm. */
function everySelector(): HelmValues {
  return {
    serviceMonitorSelectorNilUsesHelmValues: false,
    podMonitorSelectorNilUsesHelmValues: false,
    ruleSelectorNilUsesHelmValues: false,
    probeSelectorNilUsesHelmValues: false,
    scrapeConfigSelectorNilUsesHelmValues: false,
  };
}

function volume(storageClassName: string, sizeGiB: number): HelmValues {
  return {
    volumeClaimTemplate: {
      spec: {
        storageClassName,
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: `${sizeGiB}Gi` } },
      },
    },
  };
}

/** Where pods of the cluster ask Prometheus: the chart calls its Service after the release. */
export const PROMETHEUS_URL = `http://kube-prometheus-stack-prometheus.${CHARTS["kube-prometheus-stack"].namespace}.svc:9090`;

/**
 * Prometheus, Alertmanager and Grafana. No password is given: Grafana's chart makes one in the cluster, at the first
 * install, and keeps it at upgrades, so it is neither in plans nor in state. Who may read Secrets of the namespace reads
 * it there.
 */
export class KubePrometheusStack extends Construct {
  /** Secret with Grafana's `admin-user` and `admin-password`. */
  readonly grafanaSecretName = "kube-prometheus-stack-grafana";
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: KubePrometheusStackProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "kube-prometheus-stack",
      values: kubePrometheusStackValues(props),
      // the definitions have a release of their own
      skipCrds: true,
      timeoutSeconds: daemonTimeoutSeconds(props.nodes),
    });
    this.dependable = dependable;
  }
}

/** Fabrics whose counters are metrics. */
function fabricsOf({ nodeGroups }: Pick<SiteEnvironment, "nodeGroups">) {
  const has = (key: string): boolean => nodeGroups.some((group) => group.fabric.health?.key === key);
  return { efa: has("efa"), infiniband: has("infiniband"), roce: has("roce") };
}

/** Cards of all rails; null: pools differ, or nobody has said what their cards are called. */
function railsOf({ nodeGroups }: Pick<SiteEnvironment, "nodeGroups">): Rails | null {
  const rails = nodeGroups.flatMap(({ fabric }) => fabric.rdma?.rails ?? []);
  const [first] = rails;
  if (!first || rails.some(({ hca, gbps }) => hca === null || gbps !== first.gbps)) return null;
  return { devices: [...new Set(rails.flatMap(({ hca }) => hca ?? []))].toSorted(), gbps: first.gbps };
}

/** Metrics, alerts and dashboards. Alertmanager tells the topic of the budgets, too. */
export const monitoring: ClusterComponent = {
  id: "monitoring",
  chart: "kube-prometheus-stack",
  after: ["storage-class", "authorities"],
  install: (context, { scope, id, chart }) => {
    const { env, nodes, placement } = context;
    const alarms = context.alarms(scope, chart.namespace);
    const writer = context.metricsWriter(scope, chart.namespace);
    const reader = context.logReader(scope, chart.namespace);
    return new KubePrometheusStack(scope, id, {
      ...chart,
      retentionDays: env.monitoring.retentionDays,
      storageGiB: env.monitoring.storageGiB,
      storageClassName: context.storageClassName,
      groupLabels: alarms !== null || env.nodeGroups.some(({ machines }) => machines.kind === "aws"),
      efa: env.nodeGroups.some((g) => g.fabric.health?.counters === "node_amazonefa"),
      jobs: scrapesJobs(env),
      collectives: tellsOfCollectives(env),
      kernelLog: readsKernelLog(env),
      diskWear: asksDisks(env),
      pauses: pausedClasses(env).length > 0,
      nodes,
      placement,
      routing: { ...env.alerting, environment: env.name, topic: alarms?.topic, absences: context.absences },
      receiverSecrets: env.alerting.secrets,
      remoteWrite: { cluster: env.name, destinations: env.monitoring.remoteWrite, wayOut: wayOut(env.outbound) },
      grafana: {
        url: env.monitoring.grafana.url,
        login: env.monitoring.grafana.login,
        stores: grafanaStores(env),
        roleName: reader?.roleName,
        wayOut: wayOut(env.outbound),
      },
      roles: { prometheus: writer?.roleName, alertmanager: alarms?.roleName },
      dependsOn: [...(chart.dependsOn ?? []), ...[alarms, writer, reader].flatMap((place) => place?.dependables ?? [])],
    }).dependable;
  },
  alerts: {
    id: "fabric-alerts",
    release: "railyard-fabric-alerts",
    groups: ({ env }) =>
      fabricAlerts({ ...fabricsOf(env), rails: railsOf(env), pauses: pausedClasses(env).length > 0 }),
  },
  dashboards: ({ env }) => {
    const fabrics = fabricsOf(env);
    const gpus = exportsGpus(env);
    return [
      node({
        gpus,
        jobs: gpus && env.slurm !== null,
        xids: countsXids(env),
        lustre: countsEvictions(env),
        disks: asksDisks(env),
        logs: logsOnDashboard(env),
      }),
      ...(Object.values(fabrics).includes(true)
        ? [fabric({ ...fabrics, pausedClasses: pausedClasses(env), collectives: shownCollectives(env) })]
        : []),
    ];
  },
};
