import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";
import type { PlannedRelease } from "../../lib/synth/planned-releases";
import { unreadyWhy } from "./object-state";

/** Stands for the status of a release whose Secret may not be read. */
export const NOT_READ = "not read";

const KINDS = { DaemonSet: "daemonsets", Deployment: "deployments", StatefulSet: "statefulsets" } as const;

/** Of a release, as an account without Secrets sees it. */
export interface ReleasePods extends PlannedRelease {
  readonly status: typeof NOT_READ;
  readonly installed: null;
  /** DaemonSets, Deployments and StatefulSets that say that they are of it. */
  readonly objects: number;
  readonly wrong: string[];
  readonly unknown: string[];
}

/**
 * What of releases is seen without what Helm keeps of them: whether that is ready which makes pods. What is missing is not seen.
 * Helm gives these annotations to whatever it makes.
 * @see https://github.com/helm/helm/blob/v3.19.0/pkg/action/validate.go
 * @throws ClusterCallError where that may not be listed
 */
export async function seenByPods(api: ClusterApi, planned: readonly PlannedRelease[]): Promise<ReleasePods[]> {
  const found = await Promise.all(
    Object.entries(KINDS).map(async ([kind, path]) =>
      (await api.list(`/apis/apps/v1/${path}`)).map((object) => ({ kind, object })),
    ),
  );
  return planned.map((release) => {
    const own = found.flat().filter(({ object }) => isOf(object, release));
    const wrong = own.flatMap(({ kind, object }) => {
      const why = unreadyWhy(kind, object);
      return why === null ? [] : [`${kind} ${object.metadata.name} ${why}`];
    });
    return { ...release, status: NOT_READ, installed: null, objects: own.length, wrong, unknown: [] };
  });
}

const isOf = ({ metadata: { annotations = {} } }: ClusterObject, { name, namespace }: PlannedRelease): boolean =>
  annotations["meta.helm.sh/release-name"] === name && annotations["meta.helm.sh/release-namespace"] === namespace;
