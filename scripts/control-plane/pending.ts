import type { ApiObject } from "./api";

/** Pods of one owner that have no node, and why. */
export interface PendingPods {
  readonly namespace: string;
  /** `DaemonSet/nvidia-driver`, `Deployment/grafana`. */
  readonly owner: string;
  readonly pods: number;
  /** Nodes that a reason of the scheduler keeps them off. */
  readonly reasons: readonly PendingReason[];
  /** The scheduler's own words, of one of them. */
  readonly message: string;
}

export interface PendingReason {
  /** Null: it is no matter of single nodes. */
  readonly nodes: number | null;
  readonly text: string;
}

/** Forms of the scheduler's reasons, and what they mean. */
const WORDS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^Insufficient (cpu|memory|pods|ephemeral-storage)$/, ([, what]) => `no ${what === "pods" ? "pod" : what} left`],
  [/^Insufficient (\S+)$/, ([, what]) => `too few devices ${what}`],
  [
    /^node\(s\) had untolerated taint\(?s?\)? ?(.*)$/,
    ([, taint]) => `a taint that they do not tolerate ${taint}`.trim(),
  ],
  [/^node\(s\) didn't match Pod's node affinity\/selector$/, () => "other labels than they select"],
  [/^node\(s\) didn't match pod topology spread constraints.*$/, () => "spread constraints"],
  [/^node\(s\) didn't match pod anti-affinity rules$/, () => "another pod that they keep away from"],
  [/^node\(s\) had volume node affinity conflict$/, () => "a volume in another zone"],
  [/^node\(s\) were unschedulable$/, () => "cordoned"],
  [/^cannot allocate all claims$/, () => "no devices that fit their claims"],
];

/** Reasons of the scheduler, as in `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) had untolerated taint {a: b}. …`. */
export function pendingReasons(message: string): PendingReason[] {
  const body = /^\d+\/\d+ nodes are available: (.*?)(?:\. (?:preemption|no new claims)\b.*|\.?$)/s.exec(message)?.[1];
  if (body === undefined) return [{ nodes: null, text: message }];
  return body.split(/, (?=\d+ )/).map((part) => {
    const [, count, text = part] = /^(\d+) (.*)$/s.exec(part.trim()) ?? [];
    for (const [form, words] of WORDS) {
      const match = form.exec(text);
      if (match) return { nodes: Number(count), text: words(match) };
    }
    return { nodes: count === undefined ? null : Number(count), text };
  });
}

/** Pods that the scheduler has found no node for, by their owners. */
export function pendingPods(pods: readonly ApiObject[]): PendingPods[] {
  const found = new Map<string, PendingPods>();
  for (const pod of pods) {
    const message = unschedulable(pod);
    if (message === null || pod.metadata.deletionTimestamp !== undefined) continue;
    const { namespace = "" } = pod.metadata;
    const owner = ownerOf(pod);
    const key = `${namespace}/${owner}`;
    const before = found.get(key);
    found.set(
      key,
      before
        ? { ...before, pods: before.pods + 1 }
        : { namespace, owner, pods: 1, reasons: pendingReasons(message), message },
    );
  }
  return [...found.values()];
}

/** What the scheduler says of a pod that it found no node for; null: it has one, or was not looked at yet. */
export function unschedulable({ spec, status }: ApiObject): string | null {
  if (spec?.nodeName) return null;
  const condition = ((status?.conditions ?? []) as { type: string; status: string; message?: string }[]).find(
    ({ type, status: value }) => type === "PodScheduled" && value === "False",
  );
  return condition ? (condition.message ?? "the scheduler says nothing") : null;
}

/** Whoever made a pod; a Deployment where its ReplicaSet is named as one makes them. */
export function ownerOf({ metadata }: ApiObject): string {
  const owner = metadata.ownerReferences?.[0];
  if (!owner) return `Pod/${metadata.name}`;
  const hash = metadata.labels?.["pod-template-hash"];
  if (owner.kind === "ReplicaSet" && hash !== undefined && owner.name.endsWith(`-${hash}`))
    return `Deployment/${owner.name.slice(0, -hash.length - 1)}`;
  return `${owner.kind}/${owner.name}`;
}
