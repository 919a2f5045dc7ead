import { SYSTEM_PODS } from "../../../config/facts/system-pods";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { TRACES_NAMESPACE } from "../../../config/traces/schema";
import { OTLP_PORTS, TRACE_RELEASE, TRACE_VARIABLES, traceSecret, traceStore } from "../../../config/traces/traces";
import type { Placement } from "../../cluster/placement";
import { podResources } from "../../core/pod-resources";
import { textHash } from "../../core/text-hash";
import { configMap } from "../../kubernetes/config-map";
import type { Container, Deployment, KubernetesObject, NetworkPolicy } from "../../kubernetes/objects";
import type { ClusterComponent, TraceWriterPlace } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { LOG_COLLECTOR_IMAGE, LOG_PORTS } from "../logs/collector-names";
import { collectorFiles, collectorMonitor, type MountedFile } from "../logs/collector-pod";
import { envList, goVariables, wayOut, type WayOut } from "../outbound-values";
import { placementValues } from "../tolerations";
import { traceAlerts } from "./trace-alerts";
import { traceConfig } from "./trace-config";

export interface TraceCollectorProps extends Pick<SiteEnvironment, "name" | "traces"> {
  /** Nodes of controllers. */
  readonly placement: Placement;
  readonly wayOut: WayOut;
  /** Null: traces do not go to X-Ray. */
  readonly writer: Pick<TraceWriterPlace, "region" | "roleName"> | null;
  /** Namespaces of teams, whose pods are told where the collectors are. */
  readonly teams: readonly string[];
  /** Whether Prometheus asks the collectors. */
  readonly scraped: boolean;
}

const LABELS = { "app.kubernetes.io/name": TRACE_RELEASE };
const METADATA = { name: TRACE_RELEASE, namespace: TRACES_NAMESPACE, labels: LABELS };

/** User of the image. @see https://github.com/open-telemetry/opentelemetry-collector-releases/blob/v0.158.0/distributions/otelcol-contrib/Dockerfile */
const USER = 10001;

/** Two collectors behind a Service, and in each team a ConfigMap with what programs are told of them. */
export function traceCollectorObjects(props: TraceCollectorProps): KubernetesObject[] {
  const config = traceConfig(props);
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: METADATA },
    { apiVersion: "v1", kind: "ConfigMap", metadata: METADATA, data: { "config.yaml": config } },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: METADATA,
      spec: {
        selector: LABELS,
        ports: Object.entries(OTLP_PORTS).map(([name, port]) => ({
          name: `otlp-${name}`,
          port,
          targetPort: port,
          appProtocol: name,
        })),
      },
    },
    gate(),
    deployment(props, config),
    ...props.teams.map((team) => configMap(TRACE_RELEASE, team, TRACE_VARIABLES)),
    ...(props.scraped ? [collectorMonitor(METADATA, "spans")] : []),
  ];
}

/**
 * Who may call a collector: anybody in the cluster, for traces; the kubelet, which no policy holds up, asks for its health. Whether
 * the network of the cluster holds anybody to it is `cluster.networkPolicy` on EKS.
 */
const gate = (): NetworkPolicy => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: METADATA,
  spec: {
    podSelector: { matchLabels: LABELS },
    policyTypes: ["Ingress"],
    ingress: [
      { ports: [OTLP_PORTS.grpc, OTLP_PORTS.http, LOG_PORTS.metrics].map((port) => ({ protocol: "TCP", port })) },
    ],
  },
});

function deployment(props: TraceCollectorProps, config: string): Deployment {
  const { writer, placement } = props;
  const mounted = collectorFiles({
    release: TRACE_RELEASE,
    secretName: traceSecret(props.traces),
    wayOut: props.wayOut,
  });
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: METADATA,
    spec: {
      replicas: 2,
      selector: { matchLabels: LABELS },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: {
          labels: LABELS,
          annotations: {
            "railyard.dev/config": textHash(config),
            // a pod gets a role of AWS when it is made, and never later
            ...(writer && { "railyard.dev/role": writer.roleName }),
          },
        },
        spec: {
          ...placementValues(placement),
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: LABELS },
            },
          ],
          serviceAccountName: TRACE_RELEASE,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          // what waits is sent before
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: USER,
            runAsGroup: USER,
            // files of the Secret are readable for it
            fsGroup: USER,
            seccompProfile: { type: "RuntimeDefault" },
          },
          containers: [container(props, mounted)],
          volumes: mounted.map(([volume]) => volume),
        },
      },
    },
  };
}

const container = ({ wayOut: way }: TraceCollectorProps, mounted: readonly MountedFile[]): Container => ({
  name: "collector",
  image: LOG_COLLECTOR_IMAGE,
  args: ["--config=/etc/railyard/config/config.yaml"],
  env: [
    { name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    // memory is given back before the limit of the container is reached
    { name: "GOMEMLIMIT", value: `${Math.floor(SYSTEM_PODS.traces.limitMiB * 0.8)}MiB` },
    ...envList(goVariables(way)),
  ],
  ports: [
    ...Object.entries(OTLP_PORTS).map(([name, containerPort]) => ({ name: `otlp-${name}`, containerPort })),
    { name: "metrics", containerPort: LOG_PORTS.metrics },
  ],
  readinessProbe: { httpGet: { path: "/", port: LOG_PORTS.health }, periodSeconds: 10 },
  livenessProbe: { httpGet: { path: "/", port: LOG_PORTS.health }, periodSeconds: 30, failureThreshold: 5 },
  resources: podResources(SYSTEM_PODS.traces),
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  },
  volumeMounts: mounted.map(([, mount]) => mount),
});

/** Collectors of traces, where somebody keeps them. */
export const traceCollectors: ClusterComponent = {
  id: "traces",
  // authorities are mounted, the kind of the monitor comes with Prometheus, and ConfigMaps lie in namespaces of teams
  after: ["authorities", "monitoring", "teams"],
  when: ({ env }) => traceStore(env.traces) !== null || "nobody keeps traces",
  install: ({ env, placement, teams, traceWriter }, { scope, id, dependsOn }) => {
    const writer = traceWriter(scope);
    return [
      new KubernetesObjects(scope, id, {
        release: TRACE_RELEASE,
        namespace: TRACES_NAMESPACE,
        createNamespace: false,
        objects: traceCollectorObjects({
          name: env.name,
          traces: env.traces,
          placement,
          wayOut: wayOut(env.outbound),
          writer,
          teams: teams.map(({ name }) => name),
          scraped: env.monitoring.enabled,
        }),
        // a Secret that is not there yet is no reason to fail a deployment
        wait: false,
        dependsOn: [...dependsOn, ...(writer?.dependables ?? [])],
      }).dependable,
    ];
  },
  alerts: { id: "trace-alerts", release: "railyard-trace-alerts", groups: traceAlerts },
};
