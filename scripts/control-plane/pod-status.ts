import type { ApiObject } from "./api";

/** Annotation of pods that run until somebody ends them, whoever made them. */
export const RUNS = "rehearsal.railyard.dev/runs";

/** Annotation of pods that never become ready, as those whose image nobody has. */
export const NEVER_READY = "rehearsal.railyard.dev/never-ready";

/** What the kubelet would write into the status of a pod that has a node; null: it is as it should be. */
export function podStatus({ metadata, spec, status }: ApiObject, now: string): object | null {
  if (["Succeeded", "Failed"].includes(status?.phase)) return null;
  if (metadata.annotations?.[NEVER_READY] !== undefined) return null;
  const isOfJob = (metadata.ownerReferences ?? []).some(({ kind }) => kind === "Job");
  const ends = isOfJob && metadata.annotations?.[RUNS] === undefined;
  if (!ends && status?.phase === "Running" && isReady(status)) return null;
  const { containers = [], initContainers = [], readinessGates = [] } = spec as PodSpec;
  const condition = (type: string, value = "True") => ({ type, status: value, lastTransitionTime: now });
  return {
    phase: ends ? "Succeeded" : "Running",
    startTime: now,
    podIP: "10.0.0.1",
    podIPs: [{ ip: "10.0.0.1" }],
    conditions: [
      ...((status?.conditions ?? []) as { type: string }[]).filter(({ type }) => type === "PodScheduled"),
      condition("Initialized"),
      condition("Ready", ends ? "False" : "True"),
      condition("ContainersReady", ends ? "False" : "True"),
      ...readinessGates.map(({ conditionType }) => condition(conditionType)),
    ],
    containerStatuses: containers.map((container) => containerStatus(container, ends, now)),
    initContainerStatuses: initContainers.map((container) =>
      containerStatus(container, ends || container.restartPolicy !== "Always", now),
    ),
  };
}

interface Container {
  readonly name: string;
  readonly image?: string;
  readonly restartPolicy?: string;
}

interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly readinessGates?: readonly { readonly conditionType: string }[];
}

const isReady = ({ conditions = [] }: { conditions?: readonly { type: string; status: string }[] }): boolean =>
  conditions.some(({ type, status }) => type === "Ready" && status === "True");

function containerStatus({ name, image = "" }: Container, ended: boolean, now: string): object {
  return {
    name,
    image,
    imageID: "",
    ready: !ended,
    started: !ended,
    restartCount: 0,
    state: ended
      ? { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } }
      : { running: { startedAt: now } },
  };
}
