import { DEFAULT_KUBERNETES_VERSION } from "../../../../config/facts/versions";
import { textOf } from "../../attribute-values";
import type { CloudApi } from "../../cloud/cloud-api";

/** Version of a cluster, and EKS's default where there is none of the name. */
export const clusterVersion = (name: string, cloud: CloudApi): string =>
  textOf(cloud.get("aws_eks_cluster", name)?.attributes ?? null, "version") ?? DEFAULT_KUBERNETES_VERSION;

/** The minor of a Kubernetes version, 36 of `1.36` or `v1.36.4-20261003`; null when the text is none. */
export function minorOf(version: string | null): number | null {
  const found = /^v?1\.(\d+)(?:$|\.)/.exec(version ?? "");
  return found ? Number(found[1]) : null;
}

/**
 * Minors that a kubelet or kube-proxy may be behind the API server, since 1.28.
 * @see https://kubernetes.io/releases/version-skew-policy/
 */
export const ALLOWED_SKEW = 3;
