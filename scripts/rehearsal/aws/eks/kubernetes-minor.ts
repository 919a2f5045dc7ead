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
