import type { ApiObject } from "./api";

/** Pods that admission did not let be made. */
export interface RefusedPods {
  readonly namespace: string;
  /** `DaemonSet/node-exporter`. */
  readonly owner: string;
  /** Words of the API server. */
  readonly reason: string;
}

/** What is always there, and the name of one pod of many. */
const NAMES_POD = /^(?:\(combined from similar events\): )?Error creating: pods? "[^"]*" is forbidden: /;

/** A pod that the scheduler ended, so that one of a higher priority has its place. */
export interface PreemptedPod {
  readonly namespace: string;
  readonly pod: string;
  /** Words of the scheduler: for which pod, on which node. */
  readonly reason: string;
}

interface EventObject {
  readonly reason?: string;
  readonly type?: string;
  readonly message?: string;
  readonly involvedObject?: { readonly kind?: string; readonly name?: string; readonly namespace?: string };
}

/**
 * Pods that had to give way, each once. Where there is no other place for one, it is told as pending, too.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
 */
export function preemptedPods(events: readonly ApiObject[]): PreemptedPod[] {
  const found = new Map<string, PreemptedPod>();
  for (const { reason, message = "", involvedObject } of events as readonly EventObject[]) {
    if (reason !== "Preempted" || !involvedObject) continue;
    const { name: pod = "", namespace = "" } = involvedObject;
    found.set(`${namespace}/${pod}`, { namespace, pod, reason: message });
  }
  return [...found.values()];
}

/** Pods that a controller wanted to make, and that the API server refused, by their owners: security, quota, priority. */
export function refusedPods(events: readonly ApiObject[]): RefusedPods[] {
  const found = new Map<string, RefusedPods>();
  for (const event of events) {
    const { reason, type, message, involvedObject } = event as EventObject;
    if (type !== "Warning" || reason !== "FailedCreate" || !involvedObject) continue;
    const { kind = "", name = "", namespace = "" } = involvedObject;
    // a ServiceAccount that comes later in the same release is there at the next try
    if (/serviceaccount "[^"]*" not found|error looking up service account/.test(message ?? "")) continue;
    const owner = `${kind}/${name}`;
    found.set(`${namespace}/${owner}`, { namespace, owner, reason: (message ?? "").replace(NAMES_POD, "") });
  }
  return [...found.values()];
}
