import { KUBERNETES_VERSIONS } from "./versions";

/** Kubernetes minors that EKS offers, oldest first, for schemas. */
export const KUBERNETES_MINORS = Object.keys(KUBERNETES_VERSIONS) as [KubernetesMinor, ...KubernetesMinor[]];

export type KubernetesMinor = keyof typeof KUBERNETES_VERSIONS;
