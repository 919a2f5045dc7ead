/** Domains of Kubernetes, in which a kubelet may set no labels for itself. */
const DOMAINS = ["kubernetes.io", "k8s.io"];
/** Domains below them in which a kubelet may set labels for itself. */
export const OPEN_DOMAINS = ["kubelet.kubernetes.io", "node.kubernetes.io"];

/** Labels that follow from other keys: label → the key. */
export const DERIVED_LABELS: Readonly<Record<string, string>> = {
  "nvidia.com/mig.config": "sharing",
  "nvidia.com/device-plugin.config": "sharing",
};

/** Labels of which others read what Railyard, EKS and the GPU Operator set: start → who sets it. */
const OWNED: readonly (readonly [start: string, owner: string])[] = [
  ["railyard.dev/", "Railyard"],
  ["eks.amazonaws.com/", "EKS"],
  ["nvidia.com/gpu.", "the GPU Operator"],
  ["nvidia.com/mig.", "the GPU Operator"],
  ["node.kubernetes.io/instance-type", "EKS"],
  ["slinky.slurm.net/", "the Slurm operator"],
];

/** Who sets a label, so that nobody else does; null: it is free, or another key stands for it. */
export const ownerOfLabel = (label: string): string | null =>
  Object.hasOwn(DERIVED_LABELS, label) ? null : (OWNED.find(([start]) => label.startsWith(start))?.[1] ?? null);

/**
 * The domain of a label, where it is one of Kubernetes in which a kubelet may set none for itself; null elsewhere. A kubelet that is
 * told to does not start.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go
 */
export function closedDomain(label: string): string | null {
  const domain = label.includes("/") ? (label.split("/")[0] ?? "") : "";
  const isIn = (domains: readonly string[]) => domains.some((one) => domain === one || domain.endsWith(`.${one}`));
  return isIn(DOMAINS) && !isIn(OPEN_DOMAINS) ? domain : null;
}
