import { isPlain } from "../../../config/kernel/plain";

/** Parts of objects that nobody here reads, and that make most of their size: who wrote which field, and images of nodes. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  metadata: ["managedFields"],
  annotations: ["kubectl.kubernetes.io/last-applied-configuration"],
  status: ["images", "volumesInUse", "volumesAttached"],
};

/** An answer of the API without what nobody reads, at any depth. */
export function pruned(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => pruned(one));
  if (!isPlain(value)) return value;
  const without = DROPPED[name] ?? [];
  const kept = Object.entries(value).filter(([key]) => !without.includes(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, pruned(one, key)]));
}
