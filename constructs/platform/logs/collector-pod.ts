import type { PodDemand } from "../../../config/facts/system-pods";
import { podResources } from "../../core/pod-resources";
import { textHash } from "../../core/text-hash";
import type { PodMonitor } from "../../kubernetes/custom-resources";
import type { Container, EnvVar, Volume, VolumeMount } from "../../kubernetes/objects";
import type { LogWriterPlace } from "../component";
import { envList, goVariables, type WayOut } from "../outbound-values";
import type { PlacementValues } from "../tolerations";
import { LOGIN_FOLDER } from "../collector-login";
import { LOG_COLLECTOR_IMAGE, LOG_PORTS } from "./collector-names";

/** A volume, and where a collector sees it. */
export type MountedFile = readonly [Volume, VolumeMount];

/** What every collector is given: its configuration, its login, and the authorities of the environment. */
export const collectorFiles = ({
  release,
  secretName,
  wayOut: { authorities },
}: {
  readonly release: string;
  readonly secretName: string | null;
  readonly wayOut: WayOut;
}): MountedFile[] => [
  [
    { name: "config", configMap: { name: release } },
    { name: "config", mountPath: "/etc/railyard/config", readOnly: true },
  ],
  ...(secretName === null
    ? []
    : [
        [
          { name: "login", secret: { secretName, defaultMode: 0o400 } },
          { name: "login", mountPath: LOGIN_FOLDER, readOnly: true },
        ] as const,
      ]),
  ...(authorities ? [[authorities.volume, authorities.mount] as const] : []),
];

export interface CollectorPodProps {
  /** Its release, whose name its account has. */
  readonly release: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly config: string;
  /** Null: logs do not go to CloudWatch. */
  readonly writer: Pick<LogWriterPlace, "roleName"> | null;
  readonly wayOut: WayOut;
  readonly env: readonly EnvVar[];
  readonly demand: PodDemand;
  /** Beside that of reading what belongs to others. */
  readonly capabilities: readonly string[];
  readonly mounted: readonly MountedFile[];
  /** On which nodes it runs. */
  readonly placement: PlacementValues;
}

/**
 * The pod of a collector: it reads what belongs to others, and may do nothing else that root may. It has no class of priority, so
 * that it never takes the place of a job.
 */
export const collectorPod = (props: CollectorPodProps) => ({
  metadata: {
    labels: props.labels,
    annotations: {
      "railyard.dev/config": textHash(props.config),
      // a pod gets a role of AWS when it is made, and never later
      ...(props.writer && { "railyard.dev/role": props.writer.roleName }),
    },
  },
  spec: {
    ...props.placement,
    serviceAccountName: props.release,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 30,
    securityContext: { seccompProfile: { type: "RuntimeDefault" } },
    containers: [container(props)],
    volumes: props.mounted.map(([volume]) => volume),
  },
});

const container = ({ wayOut, env, demand, capabilities, mounted }: CollectorPodProps): Container => ({
  name: "collector",
  image: LOG_COLLECTOR_IMAGE,
  args: ["--config=/etc/railyard/config/config.yaml"],
  env: [
    ...env,
    { name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    ...envList(goVariables(wayOut)),
  ],
  ports: [{ name: "metrics", containerPort: LOG_PORTS.metrics }],
  readinessProbe: { httpGet: { path: "/", port: LOG_PORTS.health }, periodSeconds: 10 },
  resources: podResources(demand),
  securityContext: {
    runAsUser: 0,
    runAsGroup: 0,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"], add: ["DAC_READ_SEARCH", ...capabilities] },
  },
  volumeMounts: mounted.map(([, mount]) => mount),
});

/** Series of a collector: each of its parts has some ten. */
const MOST_SERIES = 500;

/**
 * Prometheus asks collectors what waits and what was lost.
 * @param received what they take, as their metrics call it
 */
export const collectorMonitor = (
  metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
  },
  received: "log_records" | "spans" = "log_records",
): PodMonitor => ({
  apiVersion: "monitoring.coreos.com/v1",
  kind: "PodMonitor",
  metadata,
  spec: {
    selector: { matchLabels: metadata.labels },
    sampleLimit: MOST_SERIES,
    podMetricsEndpoints: [
      {
        port: "metrics",
        path: "/metrics",
        relabelings: [{ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node", action: "replace" }],
        // the others say how the collector itself fares
        metricRelabelings: [
          {
            sourceLabels: ["__name__"],
            regex: `otelcol_exporter_(queue|send|sent|enqueue).*|otelcol_receiver_(accepted|refused)_${received}.*`,
            action: "keep",
          },
        ],
      },
    ],
  },
});
