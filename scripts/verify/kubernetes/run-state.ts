import { isPlain, record } from "../../../config/kernel/plain";
import { CHECK_CONTAINER } from "../../../constructs/verify/check-pods";
import type { ClusterObject } from "../../lib/kubernetes/cluster-api";

/** Where a run is, as its Job and its pods tell. */
export type RunState =
  /** Not all of its pods run yet; `why` is what the cluster says of it. */
  | { readonly kind: "waiting"; readonly why: string }
  /** It will never run. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "running" }
  | { readonly kind: "ended" }
  /** A pod ended before its program did. */
  | { readonly kind: "broken"; readonly why: string };

const INDEX = "batch.kubernetes.io/job-completion-index";

/** Pods of a run in the order of their tasks. */
export const inOrder = (pods: readonly ClusterObject[]): ClusterObject[] =>
  pods.toSorted((one, other) => indexOf(one) - indexOf(other));

const indexOf = ({ metadata: { labels, annotations } }: ClusterObject): number =>
  Number(labels?.[INDEX] ?? annotations?.[INDEX] ?? 0);

export interface RunObjects {
  /** Undefined: somebody has removed it. */
  readonly job: ClusterObject | undefined;
  readonly pods: readonly ClusterObject[];
  /** Pods that it should have. */
  readonly count: number;
  /** Whether the first pod ends it: the others let mpirun in, and never end by themselves. */
  readonly firstEnds: boolean;
}

/** Where a run is. */
export function runState({ job, pods, count, firstEnds }: RunObjects): RunState {
  if (!job) return { kind: "broken", why: "somebody removed its Job" };
  const broken = pods.map(brokenWhy).find((why) => why !== null);
  // the first one has ended well: the others are of no matter
  const deciding = firstEnds ? pods.filter((pod) => indexOf(pod) === 0) : pods;
  if (deciding.length === (firstEnds ? 1 : count) && deciding.every((pod) => phase(pod) === "Succeeded"))
    return { kind: "ended" };
  if (broken !== undefined) return { kind: "broken", why: broken };
  const failed = items(record(job.status)["conditions"]).find(
    ({ type, status }) => ["Failed", "FailureTarget"].includes(String(type)) && status === "True",
  );
  if (failed) return { kind: "broken", why: failed["reason"] === "DeadlineExceeded" ? LATE : words(failed) };
  const refused = pods.map(refusedWhy).find((why) => why !== null);
  if (refused !== undefined) return { kind: "refused", why: refused };
  if (pods.length === count && pods.every((pod) => ["Running", "Succeeded"].includes(phase(pod))))
    return { kind: "running" };
  return { kind: "waiting", why: waitingWhy(job, pods) };
}

/** Said where a limit of time has ended a run. */
export const LATE = "it took longer than its time limit";

const phase = ({ status }: ClusterObject): string => String(record(status)["phase"] ?? "Pending");

const items = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

/** `reason: message`, in one line. */
function words({ reason, message }: Record<string, unknown>): string {
  const parts = [reason, message].filter((part) => typeof part === "string" && part !== "");
  return parts.join(": ").replace(/\s+/g, " ").slice(0, 300) || "nobody says why";
}

const container = ({ status }: ClusterObject): Record<string, unknown> =>
  items(record(status)["containerStatuses"]).find(({ name }) => name === CHECK_CONTAINER) ?? {};

/** Why a pod ended that did not end well; null: it did, or it has not ended. */
function brokenWhy(pod: ClusterObject): string | null {
  if (phase(pod) !== "Failed") return null;
  const node = nodeOf(pod);
  const status = record(pod.status);
  const ended = record(record(container(pod)["state"])["terminated"]);
  if (ended["reason"] === "OOMKilled") return `its pod on ${node} had not enough memory`;
  // who ended it says so at the pod: an eviction, a node that went away
  if (typeof status["reason"] === "string") return `its pod on ${node} was ended: ${words(status)}`;
  const code = ended["exitCode"];
  return `its pod on ${node} ended with ${typeof code === "number" ? code : "no exit code"}`;
}

const nodeOf = ({ spec }: ClusterObject): string => String(record(spec)["nodeName"] ?? "no node");

/** What no waiting mends. A failed pull may be tried again by kubelets for some minutes: only those that gave up count. */
const NEVER = [
  "ImagePullBackOff",
  "InvalidImageName",
  "ErrImageNeverPull",
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
];

function refusedWhy(pod: ClusterObject): string | null {
  const waiting = record(record(container(pod)["state"])["waiting"]);
  if (!NEVER.includes(String(waiting["reason"]))) return null;
  return `its pod on ${nodeOf(pod)} cannot start: ${words(waiting)}`;
}

/** What holds a run up. */
function waitingWhy(job: ClusterObject, pods: readonly ClusterObject[]): string {
  if (record(job.spec)["suspend"] === true) return "its queue has not admitted it";
  for (const pod of pods) {
    const unplaced = items(record(pod.status)["conditions"]).find(
      ({ type, status }) => type === "PodScheduled" && status === "False",
    );
    if (unplaced) return `a pod of it has no node: ${words(unplaced)}`;
  }
  const starting = pods.find((pod) => phase(pod) === "Pending");
  if (!starting) return "it got no pods";
  const waiting = record(record(container(starting)["state"])["waiting"]);
  return `its pod on ${nodeOf(starting)} has not started${Object.keys(waiting).length > 0 ? ` (${words(waiting)})` : ""}`;
}
