import { EKS_CONTROLLER_MANAGER, EKS_SCHEDULER } from "../../config/facts/control-plane-metrics";
import { controlPlaneLimits } from "../../config/facts/control-plane-tiers";
import { CHARTS } from "../../config/facts/versions";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { controlPlaneAlerts } from "../alerts/control-plane";
import { controlPlane } from "../dashboards/control-plane";
import type { KubernetesObject } from "../kubernetes/objects";
import type { ClusterComponent, PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { PROMETHEUS_ACCOUNT } from "./remote-write";

const MONITORING = CHARTS["kube-prometheus-stack"].namespace;
const NAME = "railyard-control-plane";

/** API group below which EKS shows what it runs. @see https://docs.aws.amazon.com/eks/latest/userguide/view-raw-metrics.html */
const GROUP = "metrics.eks.amazonaws.com";
const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** What EKS shows: its resource in the group, the job that its series bear, and what is taken of it. */
const PARTS = [
  { resource: "ksh", job: "kube-scheduler", metrics: EKS_SCHEDULER.metrics },
  { resource: "kcm", job: "kube-controller-manager", metrics: EKS_CONTROLLER_MANAGER.metrics },
];

/** Series of one part: a histogram of placements by profile and result is most of it. */
const MOST_SERIES = 5000;

/** Prometheus asks them by the API servers, as it asks these of themselves, and may read nothing else of the group. */
const eksMetrics = (): KubernetesObject[] => [
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: NAME },
    rules: [{ apiGroups: [GROUP], resources: PARTS.map(({ resource }) => `${resource}/metrics`), verbs: ["get"] }],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: NAME },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: NAME },
    subjects: [{ kind: "ServiceAccount", name: PROMETHEUS_ACCOUNT, namespace: MONITORING }],
  },
  {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: { name: NAME, namespace: MONITORING },
    spec: {
      namespaceSelector: { matchNames: ["default"] },
      selector: { matchLabels: { component: "apiserver", provider: "kubernetes" } },
      sampleLimit: MOST_SERIES,
      endpoints: PARTS.map(({ resource, job, metrics }) => ({
        port: "https",
        path: `/apis/${GROUP}/v1/${resource}/container/metrics`,
        scheme: "https" as const,
        bearerTokenFile: `${ACCOUNT}/token`,
        tlsConfig: { caFile: `${ACCOUNT}/ca.crt`, serverName: "kubernetes" },
        // alerts of the API server are about its own job
        relabelings: [{ targetLabel: "job", replacement: job, action: "replace" as const }],
        metricRelabelings: [
          { sourceLabels: ["__name__"], regex: Object.keys(metrics).join("|"), action: "keep" as const },
        ],
      })),
    },
  },
];

const limitsOf = ({ cluster }: AwsEnvironment) => controlPlaneLimits(cluster.tier, cluster.version);

/** The control plane of a cluster that exists: its API tells of itself. */
export const controlPlaneOverview: ClusterComponent = {
  id: "control-plane-overview",
  when: () => true,
  alerts: {
    id: "control-plane-alerts",
    release: "railyard-control-plane-alerts",
    groups: () => controlPlaneAlerts({ databaseGB: null }),
  },
  dashboards: () => [controlPlane({ limits: null })],
};

/** That of EKS, which has a tier, and shows scheduler and controllers, too. */
export const eksControlPlaneOverview: PlatformComponent = {
  id: "control-plane-overview",
  after: ["monitoring"],
  when: ({ env }) => env.monitoring.enabled || "monitoring is off",
  install: (_, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: NAME,
      namespace: MONITORING,
      createNamespace: false,
      objects: eksMetrics(),
      dependsOn,
    }).dependable,
  ],
  alerts: {
    id: "control-plane-alerts",
    release: "railyard-control-plane-alerts",
    groups: ({ env }) => controlPlaneAlerts({ databaseGB: limitsOf(env).databaseGB }),
  },
  dashboards: ({ env }) => [controlPlane({ limits: limitsOf(env) })],
};
