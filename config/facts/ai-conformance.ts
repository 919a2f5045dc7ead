/**
 * What CNCF asks of a platform that calls itself Kubernetes AI conformant, by its own words for each requirement and the minor
 * version of Kubernetes. Vendors answer it about themselves.
 * @see https://github.com/cncf/k8s-ai-conformance/tree/b2c89690/docs
 */
export const AI_CONFORMANCE = {
  dra_support: {
    title: "Devices are allocated dynamically",
    levels: { "1.33": "SHOULD", "1.34": "MUST", "1.35": "MUST" },
  },
  driver_runtime_management: {
    title: "Nodes tell the version of their driver",
    levels: { "1.35": "SHOULD", "1.36": "SHOULD" },
  },
  gpu_sharing: { title: "GPUs can be shared", levels: { "1.35": "SHOULD", "1.36": "SHOULD" } },
  virtualized_accelerator: { title: "Virtual GPUs can be had", levels: { "1.35": "SHOULD", "1.36": "SHOULD" } },
  ai_inference: { title: "Gateway API for inference", levels: always("MUST") },
  advanced_inference_ingress: { title: "Routes that know models", levels: { "1.36": "SHOULD" } },
  high_performance_networking: { title: "Cards of the fabric for pods", levels: { "1.36": "SHOULD" } },
  disaggregated_inference: { title: "Prefill and decode apart", levels: { "1.36": "SHOULD" } },
  gang_scheduling: { title: "Jobs start as a whole or not at all", levels: always("MUST") },
  cluster_autoscaling: { title: "Nodes come with pods that wait", levels: always("MUST") },
  pod_autoscaling: { title: "Pods are scaled by their metrics", levels: always("MUST") },
  accelerator_metrics: { title: "Metrics of GPUs", levels: always("MUST") },
  ai_service_metrics: { title: "Metrics of workloads are collected", levels: always("MUST") },
  secure_accelerator_access: { title: "No GPU without asking for it", levels: always("MUST") },
  robust_controller: { title: "An operator with its webhooks works", levels: always("MUST") },
} as const satisfies Readonly<Record<string, ConformanceRow>>;

export type ConformanceId = keyof typeof AI_CONFORMANCE;
export type ConformanceLevel = "MUST" | "SHOULD";

interface ConformanceRow {
  readonly title: string;
  /** By minor version; a version that is not there does not ask for it. */
  readonly levels: Readonly<Record<string, ConformanceLevel>>;
}

/** Versions that have a list. */
export const CONFORMANCE_VERSIONS = ["1.33", "1.34", "1.35", "1.36"] as const;

function always(level: ConformanceLevel): Readonly<Record<string, ConformanceLevel>> {
  return Object.fromEntries(["1.33", "1.34", "1.35", "1.36"].map((version) => [version, level]));
}

/** What a list asks for. @param version one of {@link CONFORMANCE_VERSIONS} */
export function conformanceOf(
  version: string,
): { readonly id: ConformanceId; readonly title: string; readonly level: ConformanceLevel }[] {
  return (Object.entries(AI_CONFORMANCE) as [ConformanceId, ConformanceRow][]).flatMap(([id, { title, levels }]) => {
    const level = levels[version];
    return level ? [{ id, title, level }] : [];
  });
}
