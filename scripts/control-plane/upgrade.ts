import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "../lib/charts/releases";
import type { Api } from "./api";
import { DEFINITIONS } from "./conversions";
import type { EarlierReleases } from "./earlier";
import type { Helm, ReleaseOutcome } from "./helm";
import { inventory, type InventoryRow, type UnreadKind } from "./inventory";
import { ownerOf } from "./pending";
import { claimsOf, objectName, objectsOf, staying, unusedClaims, type Claim, type DefinitionStays } from "./stays";

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
    readonly gone: readonly DefinitionGone[];
  };
  /** Definitions of before that stay though nothing in config brings them any more, with what is there of each. */
  readonly stays: readonly DefinitionStays[];
  /** Claims of volumes that stay and that no pod mounts any more: their volumes are paid for. */
  readonly unusedClaims: readonly string[];
  /** Kinds that the API server did not list before or after: what became of their objects is unknown. */
  readonly unread: readonly UnreadKind[];
  /** Claims of volumes that are gone: `slurm/statesave-0`. */
  readonly claims: readonly string[];
  /** Pods that were ended, and made anew or not. */
  readonly ended: readonly PodsEnded[];
}

export interface DefinitionGone {
  readonly name: string;
  /** Objects that Railyard had; null: nobody could list them. */
  readonly objects: readonly string[] | null;
  /** A definition that is new, and looks like the same kind by another name; null: there is none. */
  readonly instead: string | null;
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
  readonly unread: readonly UnreadKind[];
  /** Text of each definition of a kind, and the kind, by its name. */
  readonly definitions: ReadonlyMap<string, { readonly text: string; readonly kind: string; readonly group: string }>;
  readonly claims: ReadonlyMap<string, Claim>;
  /** Pods by their id, but for those of Jobs, which end by themselves. */
  readonly pods: ReadonlyMap<string, { readonly namespace: string; readonly owner: string }>;
}

/** What a cluster has now. */
export async function snapshot(api: Api): Promise<Snapshot> {
  const definitions = (await api.list(DEFINITIONS)).map(({ metadata, spec }) => {
    const { group, names, versions } = spec as { group: string; names: { kind: string }; versions: unknown };
    return [metadata.name, { text: JSON.stringify(versions), kind: names.kind, group }] as const;
  });
  const all = await api.list("/api/v1/pods");
  const claims = claimsOf(await api.list("/api/v1/persistentvolumeclaims"), all);
  const pods = all.flatMap((pod) => {
    const owner = ownerOf(pod);
    const { uid = "", namespace = "" } = pod.metadata;
    return owner.startsWith("Job/") ? [] : [[uid, { namespace, owner }] as const];
  });
  return { ...(await inventory(api)), definitions: new Map(definitions), claims, pods: new Map(pods) };
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

/** What is different after an upgrade. @param brought definitions of kinds that releases of now bring */
export function compare(
  before: Snapshot,
  after: Snapshot,
  removed: Upgraded["removed"],
  brought: ReadonlySet<string>,
): Omit<Upgraded, "refusedBefore" | "removed" | "forgotten"> {
  const were = [...before.definitions];
  const gone = were.filter(([name]) => !after.definitions.has(name));
  const added = [...after.definitions].filter(([name]) => !before.definitions.has(name));
  const unread = [
    ...before.unread,
    ...after.unread.filter(({ kind }) => !before.unread.some((one) => one.kind === kind)),
  ];
  const wereOf = (name: string, kind: string) =>
    before.unread.some((one) => one.kind === kind) ? null : objectsOf([...before.objects.values()], name);
  // the same kind in another group, or else the same schema by another name
  const instead = ({ kind, group, text }: { kind: string; group: string; text: string }) => {
    const same =
      added.find(([, one]) => one.kind === kind) ?? added.find(([, one]) => one.group === group && one.text === text);
    return same?.[0] ?? null;
  };
  return {
    definitions: {
      added: added.map(([name]) => name),
      changed: were.flatMap(([name, { text }]) => {
        const now = after.definitions.get(name);
        return now !== undefined && now.text !== text ? [name] : [];
      }),
      gone: gone.map(([name, one]) => ({
        name,
        objects: wereOf(name, `${one.kind}.${one.group}`),
        instead: instead(one),
      })),
    },
    stays: staying(before.definitions, after.definitions, [...after.objects.values()], brought),
    unusedClaims: unusedClaims(
      before.claims,
      after.claims,
      removed.map(({ release }) => release),
    ),
    unread,
    claims: [...before.objects].flatMap(([key, row]) =>
      row.kind === "PersistentVolumeClaim" && !after.objects.has(key) && !isUnread(unread, row)
        ? [objectName(row)]
        : [],
    ),
    ended: endedPods(before.pods, after.pods),
  };
}

const isUnread = (unread: readonly UnreadKind[], { kind }: InventoryRow): boolean =>
  unread.some((one) => one.kind === kind);

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
export const isGoodUpgrade = ({ refusedBefore, removed, definitions, claims, unread }: Upgraded): boolean =>
  refusedBefore.length + claims.length + unread.length === 0 &&
  removed.every(({ reason }) => reason === null) &&
  definitions.gone.every(({ objects }) => objects?.length === 0);
