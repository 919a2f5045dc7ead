import type { ChartName } from "./versions";

/** A value of a chart that must be true for something to be there. */
export interface ChartSwitch {
  /** As in `prometheus.servicemonitor.enabled`. */
  readonly value: string;
  /** What the chart itself has. */
  readonly byDefault: boolean;
}

/** Objects of a custom kind in the manifest of a release. */
export interface ChartObjects {
  /** As in `ServiceMonitor.monitoring.coreos.com`. */
  readonly kind: string;
  /** All of them must be true. @default - always there */
  readonly when?: readonly ChartSwitch[];
}

/** What a chart has to do with custom kinds. */
export interface ChartKinds {
  /** Kinds that its release defines, as in `ServiceMonitor.monitoring.coreos.com`. @default - none */
  readonly defines?: readonly string[];
  /** Whether Helm leaves them in the cluster when the release is removed. @default false */
  readonly stay?: boolean;
  /** Objects of custom kinds in its manifest; kinds of which the table has no definition are left out. @default - none */
  readonly objects?: readonly ChartObjects[];
  /** Where it was read, in the version of `charts.json`. */
  readonly source: string;
}

const on = (value: string): ChartSwitch => ({ value, byDefault: true });
const off = (value: string): ChartSwitch => ({ value, byDefault: false });

const MONITOR = "ServiceMonitor.monitoring.coreos.com";
const CERTIFICATE = "Certificate.cert-manager.io";
const ISSUER = "Issuer.cert-manager.io";

const of = (group: string, ...kinds: string[]): string[] => kinds.map((kind) => `${kind}.${group}`);

/**
 * Custom kinds of charts, read on 2026-11-22 from their templates. Helm finds the kind of every object of a manifest in the
 * cluster before it installs, upgrades or removes the release, and fails where there is none.
 * @see https://helm.sh/docs/chart_best_practices/custom_resource_definitions/
 */
export const CHART_KINDS: Readonly<Partial<Record<ChartName, ChartKinds>>> = {
  "prometheus-operator-crds": {
    defines: of(
      "monitoring.coreos.com",
      "Alertmanager",
      "AlertmanagerConfig",
      "PodMonitor",
      "Probe",
      "Prometheus",
      "PrometheusAgent",
      "PrometheusRule",
      "ScrapeConfig",
      "ServiceMonitor",
      "ThanosRuler",
    ),
    source: "https://github.com/prometheus-community/helm-charts/tree/main/charts/prometheus-operator-crds/charts/crds",
  },
  "slurm-operator-crds": {
    defines: of("slinky.slurm.net", "Accounting", "Controller", "LoginSet", "NodeSet", "RestApi", "Token"),
    source: "https://github.com/SlinkyProject/slurm-operator/tree/v1.2.1/helm/slurm-operator-crds/templates",
  },
  "mariadb-operator-crds": {
    defines: of(
      "k8s.mariadb.com",
      "Backup",
      "Connection",
      "Database",
      "ExternalMariaDB",
      "Grant",
      "MariaDB",
      "MaxScale",
      "PhysicalBackup",
      "PointInTimeRecovery",
      "Restore",
      "SqlJob",
      "User",
    ),
    source: "https://github.com/mariadb-operator/mariadb-operator/tree/26.6.0/deploy/charts/mariadb-operator-crds",
  },
  "cert-manager": {
    // Railyard sets crds.enabled and crds.keep
    defines: of("cert-manager.io", "Certificate", "CertificateRequest", "ClusterIssuer", "Issuer"),
    stay: true,
    objects: [{ kind: MONITOR, when: [off("prometheus.servicemonitor.enabled")] }],
    source: "https://github.com/cert-manager/cert-manager/tree/v1.21.1/deploy/charts/cert-manager",
  },
  kueue: {
    defines: of(
      "kueue.x-k8s.io",
      "AdmissionCheck",
      "ClusterQueue",
      "Cohort",
      "LocalQueue",
      "MultiKueueCluster",
      "MultiKueueConfig",
      "ProvisioningRequestConfig",
      "ResourceFlavor",
      "Topology",
      "Workload",
      "WorkloadPriorityClass",
    ),
    objects: [{ kind: MONITOR, when: [off("enablePrometheus")] }],
    source: "https://github.com/kubernetes-sigs/kueue/tree/v0.19.2/charts/kueue/templates",
  },
  "kubeflow-trainer": {
    defines: of("trainer.kubeflow.org", "ClusterTrainingRuntime", "TrainJob", "TrainingRuntime"),
    source: "https://github.com/kubeflow/trainer/tree/v2.3.0/charts/kubeflow-trainer/templates",
  },
  "kuberay-operator": {
    objects: [{ kind: MONITOR, when: [off("metrics.serviceMonitor.enabled")] }],
    source: "https://github.com/ray-project/kuberay/tree/v1.7.0/helm-chart/kuberay-operator/templates",
  },
  "kube-prometheus-stack": {
    objects: [
      ...of("monitoring.coreos.com", "Alertmanager", "Prometheus", "PrometheusRule").map((kind) => ({ kind })),
      { kind: MONITOR },
    ],
    source: "https://github.com/prometheus-community/helm-charts/tree/main/charts/kube-prometheus-stack/templates",
  },
  "prometheus-yet-another-cloudwatch-exporter": {
    objects: [{ kind: MONITOR, when: [off("serviceMonitor.enabled")] }],
    source:
      "https://github.com/prometheus-community/helm-charts/tree/main/charts/prometheus-yet-another-cloudwatch-exporter",
  },
  "aws-load-balancer-controller": {
    objects: [{ kind: MONITOR, when: [off("serviceMonitor.enabled")] }],
    source: "https://github.com/aws/eks-charts/tree/master/stable/aws-load-balancer-controller/templates",
  },
  "karpenter-crd": {
    defines: [
      ...of("karpenter.sh", "NodeClaim", "NodeOverlay", "NodePool"),
      "EC2NodeClass.karpenter.k8s.aws",
      "CapacityBuffer.autoscaling.x-k8s.io",
    ],
    source: "https://github.com/aws/karpenter-provider-aws/tree/v1.14.1/charts/karpenter-crd/templates",
  },
  karpenter: {
    objects: [{ kind: MONITOR, when: [off("serviceMonitor.enabled")] }],
    source: "https://github.com/aws/karpenter-provider-aws/tree/v1.14.1/charts/karpenter/templates",
  },
  keda: {
    defines: [
      ...of("keda.sh", "ClusterTriggerAuthentication", "ScaledJob", "ScaledObject", "TriggerAuthentication"),
      ...of("eventing.keda.sh", "CloudEventSource", "ClusterCloudEventSource"),
    ],
    objects: [
      { kind: MONITOR, when: [off("prometheus.operator.enabled"), off("prometheus.operator.serviceMonitor.enabled")] },
    ],
    source: "https://github.com/kedacore/charts/tree/v2.20.2/keda/templates",
  },
  "slurm-operator": {
    objects: [CERTIFICATE, ISSUER].map((kind) => ({ kind, when: [on("webhook.enabled"), on("certManager.enabled")] })),
    source: "https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm-operator/templates/cert-manager",
  },
  slurm: {
    objects: [{ kind: "Controller.slinky.slurm.net" }],
    source: "https://github.com/SlinkyProject/slurm-operator/tree/v1.2.1/helm/slurm/templates",
  },
  "mariadb-operator": {
    objects: [
      ...[CERTIFICATE, ISSUER].map((kind) => ({ kind, when: [off("webhook.cert.certManager.enabled")] })),
      { kind: MONITOR, when: [off("metrics.enabled"), on("metrics.serviceMonitor.enabled")] },
    ],
    source: "https://github.com/mariadb-operator/mariadb-operator/tree/26.6.0/deploy/charts/mariadb-operator/templates",
  },
};
