import { record } from "../../../../config/kernel/plain";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const SKEW = "https://kubernetes.io/releases/version-skew-policy/";

/** `v1.34.2+k3s1` → `1.34`; null where it is no version. */
export const minorOf = (version: string): string | null => /^v?(\d+\.\d+)/.exec(version)?.[1] ?? null;

/** Kubernetes against config. */
export const VERSION: ClusterCheck = {
  id: "cluster/version",
  title: "The cluster has the Kubernetes version that config says.",
  actions: ["get /version"],
  run: async ({ env: { cluster }, api }) => {
    const version = String(record(await api.get("/version"))["gitVersion"] ?? "");
    return [judge(cluster.version, version)];
  },
};

function judge(wanted: string, version: string): CheckResult {
  const minor = minorOf(version);
  const subject = "Kubernetes";
  if (minor === null)
    return {
      verdict: "unknown",
      subject,
      text: `the cluster says the version ${JSON.stringify(version)}`,
      source: SKEW,
    };
  if (minor === wanted) return { verdict: "ok", subject, text: `is ${version}` };
  return {
    verdict: "failed",
    subject,
    text: `is ${version}, and config says ${wanted}: charts were chosen and checked for ${wanted}`,
    fix: `Write version: "${minor}" into cluster, or upgrade the cluster.`,
    source: SKEW,
  };
}
