import { LOG_COLLECTOR_DEMAND } from "../../../config/facts/system-pods";
import { logSecret, logStore } from "../../../config/logs/logs";
import { LOGS_NAMESPACE } from "../../../config/logs/schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { DAEMON_UPDATE_STRATEGY } from "../../core/daemon-rollout";
import type { NodeTaint } from "../../core/node-taint";
import { podResources } from "../../core/pod-resources";
import { textHash } from "../../core/text-hash";
import type { PodMonitor } from "../../kubernetes/custom-resources";
import type { DaemonSet, KubernetesObject, Volume, VolumeMount } from "../../kubernetes/objects";
import type { ClusterComponent, LogWriterPlace } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { envList, goVariables, wayOut, type WayOut } from "../outbound-values";
import { tolerate } from "../tolerations";
import { collectorConfig } from "./collector-config";
import {
  HOST_ROOT,
  LOGIN_FOLDER,
  LOG_ACCOUNT,
  LOG_COLLECTOR_IMAGE,
  LOG_PORTS,
  LOG_RELEASE,
  LOG_STATE,
  POD_LOGS,
} from "./collector-names";
import { logAlerts } from "./log-alerts";

export interface LogCollectorProps extends Pick<SiteEnvironment, "name" | "logs"> {
  readonly taints: readonly NodeTaint[];
  readonly wayOut: WayOut;
  /** Null: logs do not go to CloudWatch. */
  readonly writer: Pick<LogWriterPlace, "region" | "groups" | "roleName"> | null;
  /** Whether Prometheus asks the collectors. */
  readonly scraped: boolean;
}

const LABELS = { "app.kubernetes.io/name": LOG_RELEASE };
const METADATA = { name: LOG_RELEASE, namespace: LOGS_NAMESPACE, labels: LABELS };

/** A collector on every node, its configuration and its account, which has no right in the cluster. */
export function logCollectorObjects(props: LogCollectorProps): KubernetesObject[] {
  const config = collectorConfig(props);
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...METADATA, name: LOG_ACCOUNT } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: METADATA, data: { "config.yaml": config } },
    daemon(props, config),
    ...(props.scraped ? [MONITOR] : []),
  ];
}

/** Series of a collector: each of its parts has some ten. */
const MOST_SERIES = 500;

const MONITOR: PodMonitor = {
  apiVersion: "monitoring.coreos.com/v1",
  kind: "PodMonitor",
  metadata: METADATA,
  spec: {
    selector: { matchLabels: LABELS },
    sampleLimit: MOST_SERIES,
    podMetricsEndpoints: [
      {
        port: "metrics",
        path: "/metrics",
        relabelings: [{ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node", action: "replace" }],
        // the others say how the collector itself fares, for each of its parts
        metricRelabelings: [
          {
            sourceLabels: ["__name__"],
            regex: "otelcol_exporter_(queue|send|sent|enqueue).*|otelcol_receiver_(accepted|refused)_log_records.*",
            action: "keep",
          },
        ],
      },
    ],
  },
};

/** No class of priority: a collector never takes the place of a job. */
function daemon({ logs, taints, wayOut: way, writer }: LogCollectorProps, config: string): DaemonSet {
  const { volumes, mounts } = files(logs, way);
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: METADATA,
    spec: {
      selector: { matchLabels: LABELS },
      updateStrategy: DAEMON_UPDATE_STRATEGY,
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
          nodeSelector: { "kubernetes.io/os": "linux" },
          tolerations: tolerate(taints),
          serviceAccountName: LOG_ACCOUNT,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 30,
          securityContext: { seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "collector",
              image: LOG_COLLECTOR_IMAGE,
              args: ["--config=/etc/railyard/config/config.yaml"],
              env: [
                { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
                { name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
                ...envList(goVariables(way)),
              ],
              ports: [{ name: "metrics", containerPort: LOG_PORTS.metrics }],
              readinessProbe: { httpGet: { path: "/", port: LOG_PORTS.health }, periodSeconds: 10 },
              resources: podResources(LOG_COLLECTOR_DEMAND),
              securityContext: {
                // what containers print belongs to root
                runAsUser: 0,
                runAsGroup: 0,
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"], add: ["DAC_READ_SEARCH", ...(logs.nodes ? ["SYS_CHROOT"] : [])] },
              },
              volumeMounts: mounts,
            },
          ],
          volumes,
        },
      },
    },
  };
}

/** What a collector reads, and the one folder that it writes. */
function files(logs: LogCollectorProps["logs"], { authorities }: WayOut): { volumes: Volume[]; mounts: VolumeMount[] } {
  const secretName = logSecret(logs);
  const readOnly = true;
  const all: readonly (readonly [Volume, VolumeMount])[] = [
    [
      { name: "config", configMap: { name: LOG_RELEASE } },
      { name: "config", mountPath: "/etc/railyard/config", readOnly },
    ],
    [
      { name: "state", hostPath: { path: LOG_STATE, type: "DirectoryOrCreate" } },
      { name: "state", mountPath: LOG_STATE },
    ],
    ...(logs.pods
      ? [
          [
            { name: "pods", hostPath: { path: POD_LOGS, type: "DirectoryOrCreate" } },
            { name: "pods", mountPath: POD_LOGS, readOnly },
          ] as const,
        ]
      : []),
    ...(logs.nodes
      ? [
          [
            { name: "host", hostPath: { path: "/", type: "Directory" } },
            { name: "host", mountPath: HOST_ROOT, readOnly },
          ] as const,
        ]
      : []),
    ...(secretName === null
      ? []
      : [
          [
            { name: "login", secret: { secretName, defaultMode: 0o400 } },
            { name: "login", mountPath: LOGIN_FOLDER, readOnly },
          ] as const,
        ]),
    ...(authorities ? [[authorities.volume, authorities.mount] as const] : []),
  ];
  return { volumes: all.map(([volume]) => volume), mounts: all.map(([, mount]) => mount) };
}

/** Collectors of logs, where somebody keeps them. */
export const logCollectors: ClusterComponent = {
  id: "logs",
  // authorities are mounted, and the kind of the monitor comes with Prometheus
  after: ["authorities", "monitoring"],
  when: ({ env }) => logStore(env.logs) !== null || "nobody keeps logs: logs.to is none",
  install: ({ env, taints, logWriter }, { scope, id, dependsOn }) => {
    const writer = logWriter(scope);
    return [
      new KubernetesObjects(scope, id, {
        release: LOG_RELEASE,
        namespace: LOGS_NAMESPACE,
        createNamespace: false,
        objects: logCollectorObjects({
          name: env.name,
          logs: env.logs,
          taints,
          wayOut: wayOut(env.outbound),
          writer,
          scraped: env.monitoring.enabled,
        }),
        // a node that has no room for a collector, or does not answer, is no reason to fail a deployment
        wait: false,
        dependsOn: [...dependsOn, ...(writer?.dependables ?? [])],
      }).dependable,
    ];
  },
  alerts: { id: "log-alerts", release: "railyard-log-alerts", groups: logAlerts },
};
