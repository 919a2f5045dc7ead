import type { SiteEnvironment } from "../../config/sites/environment";
import type { PodMonitor } from "../kubernetes/custom-resources";

/** Pods that bear it are asked what their training tells of itself. Frozen: people write it. */
export const TRAINING_LABEL = { "railyard.dev/telemetry": "training" } as const;

/** Name of the port of such a pod. */
const PORT = "telemetry";
/** Series of a pod: its ranks have three each, and its job twenty. */
const MOST_SERIES = 2000;

/** Whether pods could train: there are GPUs, and Prometheus asks them. */
export const scrapesPods = ({ monitoring, nodeGroups }: SiteEnvironment): boolean =>
  monitoring.enabled && nodeGroups.some(({ gpus }) => gpus !== null);

/**
 * Trainings in pods, wherever they run. What a pod tells may have the names of a training alone, and not the number of a job of
 * Slurm: others read nodes, GPUs and bills from the same Prometheus.
 */
export const trainingPods = (namespace: string): PodMonitor => ({
  apiVersion: "monitoring.coreos.com/v1",
  kind: "PodMonitor",
  metadata: { name: "railyard-training", namespace },
  spec: {
    namespaceSelector: { any: true },
    selector: { matchLabels: TRAINING_LABEL },
    sampleLimit: MOST_SERIES,
    podMetricsEndpoints: [
      {
        port: PORT,
        path: "/metrics",
        relabelings: [{ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node", action: "replace" }],
        metricRelabelings: [
          { sourceLabels: ["__name__"], regex: "railyard_(training|checkpoint)_[a-z_]+", action: "keep" },
          { sourceLabels: ["hpc_job"], regex: "[0-9]*", action: "drop" },
        ],
      },
    ],
  },
});
