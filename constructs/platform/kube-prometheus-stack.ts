import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type Placement, TOLERATE_EVERYTHING, tolerationJson } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { alertmanagerConfig, type AlarmTopicRef } from "./alarm-receiver";
import { efaMetricsValues } from "./efa-metrics";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { placementValues } from "./tolerations";

export interface KubePrometheusStackValuesProps {
  /** Days to keep metrics; less when the volume is full before. */
  readonly retentionDays: number;
  /** Volume of Prometheus, in GiB. */
  readonly storageGiB: number;
  /** Class of the volumes. Named, for a cluster may have no default class. */
  readonly storageClassName: string;
  /** Whether nodes have EFA interfaces, whose counters are then metrics. */
  readonly efa: boolean;
  /** Nodes of everything but the node exporter. */
  readonly placement: Placement;
  /** Where alerts about money go; nodes then bear their group in metrics. @default - there are none */
  readonly alarms?: AlarmTopicRef;
}

export interface KubePrometheusStackProps extends PlatformChartProps, KubePrometheusStackValuesProps {}

/** Silences and the state of notifications. */
const ALERTMANAGER_GIB = 5;

/** Share of the volume that blocks of metrics may take; the write-ahead log and compaction need the rest. */
const RETENTION_SHARE = 0.85;

/** A list of ours replaces that of the chart. The mounts of pods are not the node's own. */
const NODE_EXPORTER_ARGS = ["--collector.filesystem.mount-points-exclude=^/(dev|proc|run|sys|var/lib/kubelet)($|/)"];

export function kubePrometheusStackValues(props: KubePrometheusStackValuesProps): HelmValues {
  const placement = placementValues(props.placement);
  return {
    // prometheus-operator-crds brings them: charts before this one have monitors too
    crds: { enabled: false },
    ...withoutControlPlane(),
    prometheusOperator: { ...placement, admissionWebhooks: { patch: placement } },
    prometheus: {
      prometheusSpec: {
        ...placement,
        ...everySelector(),
        retention: `${props.retentionDays}d`,
        retentionSize: `${Math.floor(props.storageGiB * RETENTION_SHARE)}GiB`,
        storageSpec: volume(props.storageClassName, props.storageGiB),
      },
    },
    alertmanager: {
      alertmanagerSpec: { ...placement, storage: volume(props.storageClassName, ALERTMANAGER_GIB) },
      ...(props.alarms && { config: alertmanagerConfig(props.alarms) }),
    },
    grafana: placement,
    "kube-state-metrics": {
      ...placement,
      ...(props.alarms && { metricLabelsAllowlist: ["nodes=[railyard.dev/node-group]"] }),
    },
    "prometheus-node-exporter": {
      // a daemon that belongs on every node
      tolerations: [tolerationJson(TOLERATE_EVERYTHING)],
      ...(props.efa && efaMetricsValues(NODE_EXPORTER_ARGS)),
    },
  };
}

/**
 * EKS shows no etcd, scheduler and controller manager: their targets would be down and their alerts on for ever. Rules and
 * dashboards of a component go with it.
 */
function withoutControlPlane(): HelmValues {
  return {
    kubeEtcd: { enabled: false },
    kubeScheduler: { enabled: false },
    kubeControllerManager: { enabled: false },
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
    });
    this.dependable = dependable;
  }
}
