import type { ClusterObject } from "../../lib/kubernetes/cluster-api";
import type { Release } from "./check";

/** Whose release an object is, as Helm writes it. */
function ownerOf({ metadata: { annotations = {} } }: ClusterObject): { name: string; namespace: string } | null {
  const [name, namespace] = [annotations["meta.helm.sh/release-name"], annotations["meta.helm.sh/release-namespace"]];
  return name && namespace ? { name, namespace } : null;
}

/** Whether an object is of one of the releases. */
export const isOwn = (object: ClusterObject, releases: readonly Release[]): boolean => {
  const owner = ownerOf(object);
  return owner !== null && releases.some(({ name, namespace }) => name === owner.name && namespace === owner.namespace);
};

/** Whose it is, in words. */
export const ownerText = (object: ClusterObject): string => {
  const owner = ownerOf(object);
  return owner ? `release ${owner.name} in ${owner.namespace}` : "no Helm release";
};

/** Whether Helm says of no release that it owns it. */
export const isUnmarked = (object: ClusterObject): boolean => ownerOf(object) === null;
