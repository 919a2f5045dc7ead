import { LOG_COLLECTOR_DEMAND } from "../../../config/facts/system-pods";
import { logSecret, nodeSubjects } from "../../../config/logs/logs";
import { LOGS_NAMESPACE } from "../../../config/logs/schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { DAEMON_UPDATE_STRATEGY } from "../../core/daemon-rollout";
import type { NodeTaint } from "../../core/node-taint";
import type { DaemonSet, KubernetesObject } from "../../kubernetes/objects";
import type { ClusterComponent, LogWriterPlace } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { wayOut, type WayOut } from "../outbound-values";
import { tolerate } from "../tolerations";
import { collectorConfig } from "./collector-config";
import { HOST_ROOT, LOG_RELEASE, LOG_STATE, POD_LOGS } from "./collector-names";
import { collectorFiles, collectorMonitor, collectorPod, type MountedFile } from "./collector-pod";
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
  const config = collectorConfig({ ...props, subjects: nodeSubjects(props.logs) });
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: METADATA },
    { apiVersion: "v1", kind: "ConfigMap", metadata: METADATA, data: { "config.yaml": config } },
    daemon(props, config),
    ...(props.scraped ? [collectorMonitor(METADATA)] : []),
  ];
}

function daemon({ logs, taints, wayOut: way, writer }: LogCollectorProps, config: string): DaemonSet {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: METADATA,
    spec: {
      selector: { matchLabels: LABELS },
      updateStrategy: DAEMON_UPDATE_STRATEGY,
      template: collectorPod({
        release: LOG_RELEASE,
        labels: LABELS,
        config,
        writer,
        wayOut: way,
        env: [{ name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } }],
        demand: LOG_COLLECTOR_DEMAND,
        capabilities: logs.nodes ? ["SYS_CHROOT"] : [],
        mounted: files(logs, way),
        placement: { nodeSelector: { "kubernetes.io/os": "linux" }, tolerations: tolerate(taints) },
      }),
    },
  };
}

/** What a collector reads, and the one folder that it writes. */
function files(logs: LogCollectorProps["logs"], way: WayOut): MountedFile[] {
  const readOnly = true;
  return [
    ...collectorFiles({ release: LOG_RELEASE, secretName: logSecret(logs), wayOut: way }),
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
  ];
}

/** Collectors of logs, where somebody keeps them. */
export const logCollectors: ClusterComponent = {
  id: "logs",
  // authorities are mounted, and the kind of the monitor comes with Prometheus
  after: ["authorities", "monitoring"],
  when: ({ env }) => nodeSubjects(env.logs).length > 0 || "nobody keeps logs of pods and nodes",
  install: ({ env, taints, logWriter }, { scope, id, dependsOn }) => {
    const writer = logWriter(scope, {
      namespace: LOGS_NAMESPACE,
      serviceAccount: LOG_RELEASE,
      subjects: nodeSubjects(env.logs),
    });
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
