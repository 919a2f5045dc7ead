import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "../lib/charts/releases";
import type { Api } from "./api";
import type { EarlierReleases } from "./earlier";
import type { Helm, ReleaseOutcome } from "./helm";
import { inventory, type InventoryRow } from "./inventory";
import { ownerOf } from "./pending";

/** What became of a cluster of an earlier commit. */
export interface Upgraded {
  /** Releases of then that could not be installed: of them nothing is known. */
  readonly refusedBefore: readonly ReleaseOutcome[];
  /** Releases that config has no more, and words of Helm where one could not be removed. */
  readonly removed: readonly { readonly release: string; readonly reason: string | null }[];
  /** Releases that config has no more and Terraform forgets: they stay, and nobody changes them. */
  readonly forgotten: readonly string[];
  /** Definitions of kinds: `clusterqueues.kueue.x-k8s.io`. */
  readonly definitions: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    /** With them went all objects of their kinds. */
    readonly gone: readonly { readonly name: string; readonly objects: readonly string[] }[];
  };
  /** Claims of volumes that are gone: `slurm/statesave-0`. */
  readonly claims: readonly string[];
  /** Pods that were ended, and made anew or not. */
  readonly ended: readonly PodsEnded[];
}

export interface PodsEnded {
  readonly namespace: string;
  /** `DaemonSet/nvidia-driver`. */
  readonly owner: string;
  /** Those that were ended, of all that were there. */
  readonly pods: number;
  readonly of: number;
  /** Whether there are others in their place. */
  readonly isBack: boolean;
}

/** A cluster at one moment. */
export interface Snapshot {
  readonly objects: ReadonlyMap<string, InventoryRow>;
  /** Text of each definition of a kind, and the kind, by its name. */
  readonly definitions: ReadonlyMap<string, { readonly text: string; readonly kind: string }>;
  /** Pods by their id, but for those of Jobs, which end by themselves. */
  readonly pods: ReadonlyMap<string, { readonly namespace: string; readonly owner: string }>;
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** What a cluster has now. */
export async function snapshot(api: Api): Promise<Snapshot> {
  const definitions = (await api.list(DEFINITIONS)).map(({ metadata, spec }) => {
    const { group, names, versions } = spec as { group: string; names: { kind: string }; versions: unknown };
    return [metadata.name, { text: JSON.stringify(versions), kind: `${names.kind}.${group}` }] as const;
  });
  const pods = (await api.list("/api/v1/pods")).flatMap((pod) => {
    const owner = ownerOf(pod);
    const { uid = "", namespace = "" } = pod.metadata;
    return owner.startsWith("Job/") ? [] : [[uid, { namespace, owner }] as const];
  });
  return { objects: await inventory(api), definitions: new Map(definitions), pods: new Map(pods) };
}

const nameOf = ({ namespace, name }: Pick<Release, "namespace" | "name">): string => `${namespace}/${name}`;

/** Removes what was installed and is wanted no more, the last one first, but for what Terraform forgets. */
export async function removeGone(
  helm: Helm,
  { releases, forgotten }: EarlierReleases,
  outcomes: readonly ReleaseOutcome[],
  wanted: readonly Release[],
): Promise<Upgraded["removed"]> {
  const kept = new Set([...wanted.map(nameOf), ...forgotten]);
  const removed: { release: string; reason: string | null }[] = [];
  for (const [index, release] of [...releases.entries()].reverse())
    if (!kept.has(nameOf(release)) && outcomes[index]?.outcome !== "no chart")
      removed.push({ release: nameOf(release), reason: await helm.uninstall(release) });
  return removed;
}

/** Seconds in which no pod comes or goes once an upgrade is done, and most that it is waited for. */
const STILL_SECONDS = 4;
const MOST_SECONDS = 180;

/** Waits until controllers have ended the pods of before, one after the other. */
export async function rolledOut(api: Api, signal?: AbortSignal): Promise<void> {
  const start = Date.now();
  let [before, since] = ["", start];
  while (Date.now() - since < STILL_SECONDS * 1000 && Date.now() - start < MOST_SECONDS * 1000) {
    signal?.throwIfAborted();
    const pods = await api.list("/api/v1/pods");
    const text = pods.map(({ metadata }) => `${metadata.uid} ${metadata.deletionTimestamp}`).join();
    if (text !== before) [before, since] = [text, Date.now()];
    await sleep(250);
  }
}

/** What is different after an upgrade. */
export function compare(before: Snapshot, after: Snapshot): Omit<Upgraded, "refusedBefore" | "removed" | "forgotten"> {
  const were = [...before.definitions];
  const gone = were.filter(([name]) => !after.definitions.has(name));
  const objectsOf = (kind: string) => [...before.objects.values()].filter((row) => row.kind === kind).map(objectName);
  return {
    definitions: {
      added: [...after.definitions.keys()].filter((name) => !before.definitions.has(name)),
      changed: were.flatMap(([name, { text }]) => {
        const now = after.definitions.get(name);
        return now !== undefined && now.text !== text ? [name] : [];
      }),
      gone: gone.map(([name, { kind }]) => ({ name, objects: objectsOf(kind) })),
    },
    claims: [...before.objects].flatMap(([key, row]) =>
      row.kind === "PersistentVolumeClaim" && !after.objects.has(key) ? [objectName(row)] : [],
    ),
    ended: endedPods(before.pods, after.pods),
  };
}

const objectName = ({ namespace, name }: InventoryRow): string => (namespace === null ? name : `${namespace}/${name}`);

function endedPods(before: Snapshot["pods"], after: Snapshot["pods"]): PodsEnded[] {
  const owners = new Map<string, { namespace: string; owner: string; pods: number; of: number }>();
  const key = ({ namespace, owner }: { namespace: string; owner: string }) => `${namespace}/${owner}`;
  for (const [uid, pod] of before) {
    const { pods, of } = owners.get(key(pod)) ?? { pods: 0, of: 0 };
    owners.set(key(pod), { ...pod, pods: pods + (after.has(uid) ? 0 : 1), of: of + 1 });
  }
  const there = new Set([...after.values()].map(key));
  return [...owners.values()].flatMap((one) => (one.pods > 0 ? [{ ...one, isBack: there.has(key(one)) }] : []));
}

/** Whether everything of before could be brought to what is now, and no object was lost on the way. */
export const isGoodUpgrade = ({ refusedBefore, removed, definitions, claims }: Upgraded): boolean =>
  refusedBefore.length + claims.length === 0 &&
  removed.every(({ reason }) => reason === null) &&
  definitions.gone.every(({ objects }) => objects.length === 0);
