import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { textHash } from "../core/text-hash";
import { configMap } from "../kubernetes/config-map";
import type { KubernetesObject } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";

export interface SlurmMetricsProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  /** An image with Slurm's commands, bash and Python. */
  readonly image: string;
  readonly placement: Placement;
  /** Jobs that slurmctld knows at most: what squeue needs follows from it. */
  readonly maxJobs: number;
  /** QOS → minutes within which its jobs are promised to start. @default - nothing is promised */
  readonly startWithin?: Readonly<Record<string, number>>;
}

/** Name of the Deployment, of its ConfigMap and of what tells Prometheus of it. */
export const SLURM_METRICS = "slurm-metrics";
const PROGRAM = "slurm_metrics.py";
const SCRIPT = "slurm-metrics.sh";
const PORT = 9341;

/** Series: a state or two and a cause of each node, and twenty of each pair of partition and QOS. More is a mistake somewhere. */
const MOST_SERIES = 100_000;

/**
 * Memory of squeue and of the exporter for a job, bytes. With 3,000 held jobs, Slurm 22.05.8 and Python 3.11 it was 1,400: jobs with
 * long names of nodes and several partitions have twice as much.
 */
const BYTES_PER_JOB = 3000;
const LEAST_MIB = 256;

/** MiB that the pod may have. */
export const metricsMemoryMiB = (maxJobs: number): number =>
  LEAST_MIB + Math.ceil((maxJobs * BYTES_PER_JOB) / 2 ** 20 / 64) * 64;

const secondsOf = (minutes: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(minutes).map(([qos, count]) => [qos, count * 60]));

/** One pod that asks Slurm each half minute what Prometheus is to know and slurmctld does not export, and serves it. */
export function slurmMetricsObjects(props: SlurmMetricsProps): KubernetesObject[] {
  const { namespace, release, image, placement, maxJobs, startWithin = {} } = props;
  const labels = { "app.kubernetes.io/name": SLURM_METRICS };
  const files = {
    [SCRIPT]: scriptFile("slurm/files/slurm-metrics.sh"),
    [PROGRAM]: scriptFile("slurm/files/slurm_metrics.py"),
  };
  const spec = clientPodSpec({
    name: "metrics",
    namespace,
    release,
    configMap: SLURM_METRICS,
    script: SCRIPT,
    image,
    placement,
    restartPolicy: "Always",
    env: [
      { name: "RAILYARD_PORT", value: String(PORT) },
      ...(Object.keys(startWithin).length > 0
        ? [{ name: "RAILYARD_START_WITHIN", value: JSON.stringify(secondsOf(startWithin)) }]
        : []),
    ],
  });
  const answers = { httpGet: { path: "/metrics", port: "metrics" } };
  return [
    configMap(SLURM_METRICS, namespace, files),
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: SLURM_METRICS, namespace, labels },
      spec: {
        replicas: 1,
        // two would count each job twice
        strategy: { type: "Recreate" },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { "railyard.dev/script": textHash(Object.values(files).join("")) } },
          spec: {
            ...spec,
            containers: spec.containers.map((container) => ({
              ...container,
              ports: [{ name: "metrics", containerPort: PORT }],
              // Slurm may answer five minutes after the pod has begun
              startupProbe: { ...answers, periodSeconds: 10, failureThreshold: 60 },
              livenessProbe: { ...answers, periodSeconds: 60, timeoutSeconds: 10 },
              resources: {
                requests: { cpu: "100m", memory: "128Mi" },
                limits: { memory: `${metricsMemoryMiB(maxJobs)}Mi` },
              },
            })),
          },
        },
      },
    },
    {
      apiVersion: "monitoring.coreos.com/v1",
      kind: "PodMonitor",
      metadata: { name: SLURM_METRICS, namespace },
      spec: {
        selector: { matchLabels: labels },
        sampleLimit: MOST_SERIES,
        podMetricsEndpoints: [{ port: "metrics", path: "/metrics", relabelings: [], metricRelabelings: [] }],
      },
    },
  ];
}
