import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";

/** Rights that {@link workloads} needs. */
export const WORKLOADS_RIGHTS = ["list deployments.apps", "list daemonsets.apps"] as const;

/** Metadata of every Deployment and DaemonSet. */
export async function workloads(api: ClusterApi): Promise<readonly ClusterObject[]> {
  const kinds = ["deployments", "daemonsets"];
  return (await Promise.all(kinds.map((kind) => api.list(`/apis/apps/v1/${kind}`, { metadataOnly: true })))).flat();
}
