import { isPlain, record } from "../../../config/kernel/plain";
import type { ClusterObject } from "../../lib/kubernetes/cluster-api";

/** Conditions that are false where something is not as it should be, whatever kind an object is of. */
const CONDITIONS = ["Ready", "Available", "Active", "Accepted", "Established"];

/** Why an object is not ready; null: it is, or it says nothing of it. */
export function unreadyWhy(kind: string, { metadata, spec = {}, status = {} }: ClusterObject): string | null {
  if (metadata.deletionTimestamp !== undefined) return "is being removed";
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  const short = (ready: unknown, wanted: number, what: string) =>
    number(ready) < wanted ? `has ${number(ready)} of ${wanted} ${what}` : null;
  switch (kind) {
    case "DaemonSet":
      return short(status["numberReady"], number(status["desiredNumberScheduled"]), "pods ready");
    case "Deployment":
      return short(status["availableReplicas"], replicas(spec), "pods available");
    case "StatefulSet":
    case "ReplicaSet":
      return short(status["readyReplicas"], replicas(spec), "pods ready");
    case "PersistentVolumeClaim":
      return status["phase"] === "Lost" ? "has lost its volume" : null;
    default:
      return untrue(status) ?? (STATED.has(kind) ? stated(status) : null);
  }
}

/** What the API takes where nothing is written. */
const replicas = ({ replicas: written }: Readonly<Record<string, unknown>>): number =>
  typeof written === "number" ? written : 1;

/** A condition that says no, or that nobody knows. */
function untrue(status: Readonly<Record<string, unknown>>): string | null {
  const conditions = Array.isArray(status["conditions"]) ? status["conditions"].filter(isPlain) : [];
  const found = conditions
    .map(record)
    .find(({ type, status: value }) => CONDITIONS.includes(String(type)) && value !== "True");
  if (!found) return null;
  const words = [found["reason"], found["message"]].filter((one) => typeof one === "string" && one !== "");
  return `is not ${String(found["type"])} (${words.join(": ").replace(/\s+/g, " ").slice(0, 200) || "nobody says why"})`;
}

/**
 * Kinds whose operators write one word.
 * @see https://github.com/NVIDIA/gpu-operator/blob/v25.10.0/api/nvidia/v1/clusterpolicy_types.go
 * @see https://github.com/Mellanox/network-operator/blob/v25.7.0/api/v1alpha1/nicclusterpolicy_types.go
 */
const STATED = new Set(["ClusterPolicy", "NicClusterPolicy", "NVIDIADriver"]);

const stated = ({ state }: Readonly<Record<string, unknown>>): string | null =>
  state === "ready" ? null : typeof state === "string" && state !== "" ? `is ${state}` : "has no state yet";
