import type { ApiObject } from "./api";

/** Pods that admission did not let be made. */
export interface RefusedPods {
  readonly namespace: string;
  /** `DaemonSet/node-exporter`. */
  readonly owner: string;
  /** Words of the API server. */
  readonly reason: string;
}

const NAMES_POD = /^Error creating: pods? "[^"]*" is forbidden: /;

/** Pods that a controller wanted to make, and that the API server refused, by their owners: security, quota, priority. */
export function refusedPods(events: readonly ApiObject[]): RefusedPods[] {
  const found = new Map<string, RefusedPods>();
  for (const event of events) {
    const { reason, type, message, involvedObject } = event as unknown as {
      reason?: string;
      type?: string;
      message?: string;
      involvedObject?: { kind?: string; name?: string; namespace?: string };
    };
    if (type !== "Warning" || reason !== "FailedCreate" || !involvedObject) continue;
    const { kind = "", name = "", namespace = "" } = involvedObject;
    // a ServiceAccount that comes later in the same release is there at the next try
    if (/serviceaccount "[^"]*" not found|error looking up service account/.test(message ?? "")) continue;
    const owner = `${kind}/${name}`;
    found.set(`${namespace}/${owner}`, { namespace, owner, reason: (message ?? "").replace(NAMES_POD, "") });
  }
  return [...found.values()];
}
