import { setTimeout as sleep } from "node:timers/promises";
import type { Api, ApiObject } from "./api";
import type { Kubelets } from "./kubelets";
import { unschedulable } from "./pending";

/** What is in a cluster that controllers act on. */
export interface Workloads {
  readonly pods: readonly ApiObject[];
  readonly owners: readonly ApiObject[];
}

/** Paths of lists of what makes pods. */
const OWNERS = [
  "/apis/apps/v1/deployments",
  "/apis/apps/v1/replicasets",
  "/apis/apps/v1/daemonsets",
  "/apis/apps/v1/statefulsets",
  "/apis/batch/v1/jobs",
];

/** Seconds for which what cannot be finished, such as a pod that is refused, must stay as it is. */
const STILL_SECONDS = 8;
/**
 * The same where a pod waits for claims. The controller of volumes that sees a claim before the volume that it names looks again
 * after 15 s, and the scheduler after 10 s more (--pvclaimbinder-sync-period, --pod-max-backoff-seconds).
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/
 */
const CLAIMS_SECONDS = 40;
const MOST_SECONDS = 180;

/**
 * Waits until controllers have made all pods, and the scheduler has looked at each, again once claims have their volumes.
 * @returns what had not come to rest in the end; empty: all has
 */
export async function settle(api: Api, kubelets: Kubelets, signal?: AbortSignal): Promise<string[]> {
  const deadline = Date.now() + MOST_SECONDS * 1000;
  let before = "";
  let since = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const written = await kubelets.look();
    const workloads = await readWorkloads(api);
    const left = unsettled(workloads);
    const claiming = workloads.pods.filter(awaitsClaims).map(nameOf);
    if (left.length + claiming.length + written === 0) return [];
    const text = `${written} ${left.join("\n")} ${claiming.join("\n")}`;
    if (text !== before) [before, since] = [text, Date.now()];
    const isStill = Date.now() - since > (claiming.length > 0 ? CLAIMS_SECONDS : STILL_SECONDS) * 1000;
    if (isStill || Date.now() > deadline) return left;
    await sleep(200);
  }
}

/** Pods, and whatever makes them, of all namespaces. */
export async function readWorkloads(api: Api): Promise<Workloads> {
  const [pods = [], ...owners] = await Promise.all(["/api/v1/pods", ...OWNERS].map((path) => api.list(path)));
  return { pods, owners: owners.flat() };
}

/** What controllers, the scheduler and kubelets have not done yet. */
export function unsettled({ pods, owners }: Workloads): string[] {
  const children = new Map<string, number>();
  for (const { metadata } of [...pods, ...owners])
    for (const { uid = "" } of metadata.ownerReferences ?? []) children.set(uid, (children.get(uid) ?? 0) + 1);
  const late = owners.filter((owner) => !hasMadeAll(owner, children.get(owner.metadata.uid ?? "") ?? 0));
  const waiting = pods.filter(
    (pod) => unschedulable(pod) === null && !["Running", "Succeeded", "Failed"].includes(pod.status?.phase),
  );
  const going = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  return [...late, ...waiting, ...going].map(nameOf);
}

/** Whether the scheduler found a claim of a pod without its volume, which may come yet. */
export const awaitsClaims = (pod: ApiObject): boolean =>
  unschedulable(pod)?.includes("unbound immediate PersistentVolumeClaims") === true;

const nameOf = ({ metadata }: ApiObject): string => `${metadata.namespace}/${metadata.name}`;

function hasMadeAll({ metadata, spec, status = {} }: ApiObject, children: number): boolean {
  const { generation = 0 } = metadata as { generation?: number };
  // a DaemonSet counts nodes
  if (status.desiredNumberScheduled !== undefined)
    return status.observedGeneration >= generation && children >= status.desiredNumberScheduled;
  if (spec?.completions !== undefined || spec?.parallelism !== undefined)
    return children > 0 || spec.suspend === true || status.succeeded > 0;
  const isSet = status.currentRevision !== undefined;
  if (metadata.ownerReferences?.[0]?.kind === "Deployment" || spec?.replicas === 0 || isSet)
    return children >= Math.min(spec?.replicas ?? 1, isSet && spec?.podManagementPolicy !== "Parallel" ? 1 : Infinity);
  return status.observedGeneration >= generation && (children > 0 || spec?.replicas === undefined);
}
