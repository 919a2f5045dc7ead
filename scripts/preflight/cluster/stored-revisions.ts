import type { ClusterApi } from "../../lib/kubernetes/cluster-api";

/** A revision of a Helm release in a cluster. */
export interface StoredRevision {
  /** Of the release. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** As Helm writes it, such as `deployed` or `pending-upgrade`. */
  readonly status: string | undefined;
}

/**
 * Every revision of every Helm release that a cluster has. Helm keeps each in a Secret, of which only labels are read.
 * @see https://helm.sh/docs/topics/advanced/#storage-backends
 * @throws ClusterCallError where there is no answer
 */
export async function storedRevisions(api: ClusterApi): Promise<StoredRevision[]> {
  const secrets = await api.list("/api/v1/secrets", { metadataOnly: true, labelSelector: "owner=helm" });
  return secrets.map(({ metadata: { namespace, labels } }) => ({
    name: labels?.["name"],
    namespace,
    status: labels?.["status"],
  }));
}
