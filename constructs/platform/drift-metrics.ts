import { DRIFT_FOLDER, driftVolume, type ToldDrift, toldDrift } from "../../config/datasets/drift-told";
import { NODE_EXPORTER } from "../../config/facts/metrics";
import { SYSTEM_PODS } from "../../config/facts/system-pods";
import type { VolumeHandle } from "../../config/storage/kind";
import type { Placement } from "../cluster/placement";
import { podResources } from "../core/pod-resources";
import { scriptFile } from "../core/script-file";
import { textHash } from "../core/text-hash";
import { datasets } from "../dashboards/datasets";
import { configMap } from "../kubernetes/config-map";
import type { Container, KubernetesObject, PodSpec } from "../kubernetes/objects";
import type { ComponentOf, VolumesContext } from "./component";
import { driftAlerts } from "./drift-alerts";
import { KubernetesObjects } from "./kubernetes-objects";
import { METRICS_FOLDER } from "./node-exporter-sidecars";
import { placementValues } from "./tolerations";

export interface DriftMetricsProps {
  readonly namespace: string;
  /** Volume on which checks leave what they have found. */
  readonly volume: Pick<VolumeHandle, "claimName" | "loginClaimName">;
  /** At least one. */
  readonly checks: readonly ToldDrift[];
  readonly placement: Placement;
}

/** Release, ConfigMap and pods. Frozen. */
export const DRIFT_METRICS = "drift-metrics";
const LABELS = { "app.kubernetes.io/name": DRIFT_METRICS };
const SCRIPT = "drift-metrics.sh";
const SCRIPTS = "/opt/railyard";
const IN = "/drift";
const PORT = 9482;
/** Seven of each dataset, and what the exporter says of itself. */
const MOST_SERIES = 5000;
/** With a shell. @see https://github.com/prometheus/node_exporter/blob/v1.12.1/Dockerfile */
const IMAGE = `quay.io/prometheus/node-exporter:v${NODE_EXPORTER.version}`;
const NOBODY = 65534;

/** The script that takes over what checks have left. */
export const driftMetricsScript = (): string => scriptFile("platform/files/drift-metrics.sh");

/** One pod that makes the folder, reads what checks leave in it, and serves it. */
export function driftMetricsObjects({
  namespace,
  volume,
  checks,
  placement,
}: DriftMetricsProps): readonly KubernetesObject[] {
  const names = checks.map(({ dataset }) => dataset).join(" ");
  const script = driftMetricsScript();
  const metadata = { name: DRIFT_METRICS, namespace, labels: LABELS };
  const spec: PodSpec = {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(placement),
    securityContext: { runAsUser: NOBODY, runAsGroup: NOBODY, seccompProfile: { type: "RuntimeDefault" } },
    initContainers: [
      {
        // everybody may leave a file there, and change that of nobody else
        ...step("folder", ["chmod", "1777", IN]),
        securityContext: { ...RIGHTS, runAsUser: 0, runAsGroup: 0, capabilities: { drop: ["ALL"], add: ["FOWNER"] } },
        volumeMounts: [{ name: "drift", mountPath: IN, subPath: DRIFT_FOLDER }],
      },
    ],
    containers: [
      {
        ...step("collect", ["/bin/sh", `${SCRIPTS}/${SCRIPT}`]),
        env: [
          { name: "IN", value: IN },
          { name: "OUT", value: METRICS_FOLDER },
          { name: "DATASETS", value: names },
        ],
        volumeMounts: [
          { name: "script", mountPath: SCRIPTS, readOnly: true },
          { name: "drift", mountPath: IN, subPath: DRIFT_FOLDER, readOnly: true },
          { name: "textfile", mountPath: METRICS_FOLDER },
        ],
      },
      {
        ...step("serve", [
          "/bin/node_exporter",
          "--collector.disable-defaults",
          "--collector.textfile",
          `--collector.textfile.directory=${METRICS_FOLDER}`,
          `--web.listen-address=:${PORT}`,
          "--web.disable-exporter-metrics",
        ]),
        ports: [{ name: "metrics", containerPort: PORT }],
        readinessProbe: { httpGet: { path: "/metrics", port: PORT }, periodSeconds: 10 },
        volumeMounts: [{ name: "textfile", mountPath: METRICS_FOLDER, readOnly: true }],
      },
    ],
    volumes: [
      { name: "script", configMap: { name: DRIFT_METRICS } },
      { name: "textfile", emptyDir: {} },
      { name: "drift", persistentVolumeClaim: { claimName: volume.loginClaimName ?? volume.claimName } },
    ],
  };
  return [
    configMap(DRIFT_METRICS, namespace, { [SCRIPT]: script }),
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 1,
        // of two each number would be there twice
        strategy: { type: "Recreate" },
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS, annotations: { "railyard.dev/script": textHash(script) } },
          spec,
        },
      },
    },
    {
      apiVersion: "monitoring.coreos.com/v1",
      kind: "PodMonitor",
      metadata,
      spec: {
        selector: { matchLabels: LABELS },
        sampleLimit: MOST_SERIES,
        podMetricsEndpoints: [{ port: "metrics", path: "/metrics", relabelings: [], metricRelabelings: [] }],
      },
    },
  ];
}

const RIGHTS = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ["ALL"] },
} as const;

const step = (name: string, command: readonly string[]): Omit<Container, "volumeMounts"> => ({
  name,
  image: IMAGE,
  command,
  resources: podResources(SYSTEM_PODS.driftMetrics),
  securityContext: RIGHTS,
});

/** What checks of drift have found, where config has some, and a volume that they and a pod of the cluster see. */
export const driftMetrics: ComponentOf<VolumesContext> = {
  id: DRIFT_METRICS,
  after: ["volumes", "monitoring"],
  when: ({ env }) =>
    toldDrift(env).length > 0 ||
    "no dataset has drift, monitoring is off, or checks share no volume on which root may make a folder",
  install: ({ env, placement, jobs: { namespace } }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: DRIFT_METRICS,
      namespace,
      objects: driftMetricsObjects({
        namespace,
        volume: driftVolume(env)!.mount,
        checks: toldDrift(env),
        placement,
      }),
      // its volume may wait for a node
      wait: false,
      dependsOn,
    }).dependable,
  ],
  alerts: {
    id: "drift-metrics-alerts",
    release: "drift-metrics-alerts",
    groups: ({ env }) => driftAlerts(toldDrift(env)),
  },
  dashboards: () => [datasets()],
};
