import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "../lib/charts/releases";
import type { Api } from "./api";
import type { Helm, ReleaseOutcome } from "./helm";
import { inventory, leftOver, type InventoryRow, type UnreadKind } from "./inventory";
import type { Kubelets } from "./kubelets";

/** What becomes of a cluster from which every release is removed. */
export interface Uninstalled {
  /** Releases that Helm could not remove, and its words. */
  readonly failed: readonly { readonly release: string; readonly reason: string }[];
  /** What stays: whatever is kept on purpose, and what nobody removes. */
  readonly left: readonly InventoryRow[];
  /** What was deleted and does not go, since it waits for whoever takes its finalizer away. */
  readonly stuck: readonly InventoryRow[];
  /** Kinds that the API server does not list: what stays of them is unknown. */
  readonly unread: readonly UnreadKind[];
}

/** Seconds in which garbage collection must end. */
const MOST_SECONDS = 90;
/** Seconds for which pods that nobody ends must stay as they are. */
const STILL_SECONDS = 10;
/**
 * The same where only the API server itself is late: while it sets up the cache of a kind that goes, it cannot list its objects,
 * and tries again after twice as long each time, from 5 ms on. After 164 s in all the next pause is longer than all before.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.3/staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go
 */
const CACHE_SECONDS = 200;
const CACHE_IS_LATE = /storage is \(re\)initializing/;

/** How long what was deleted may take. */
export const secondsFor = (stuck: readonly InventoryRow[]): number =>
  stuck.length > 0 && stuck.every(({ reason }) => reason !== null && CACHE_IS_LATE.test(reason))
    ? CACHE_SECONDS
    : MOST_SECONDS;

export interface UninstallProps {
  readonly api: Api;
  readonly helm: Helm;
  readonly kubelets: Kubelets;
  /** What was there before the first release. */
  readonly before: ReadonlyMap<string, InventoryRow>;
  /** In the order in which they were installed. */
  readonly releases: readonly Release[];
  readonly outcomes: readonly ReleaseOutcome[];
  readonly signal?: AbortSignal | undefined;
  /** Takes webhooks away that nobody answers once every release is gone. */
  readonly takeWebhooks: () => Promise<void>;
  /** What is done around the removal of a release. @default - nothing */
  readonly around?: (release: Release, remove: () => Promise<string | null>) => Promise<string | null>;
}

/** Removes every release that was installed, the last one first, as Terraform destroys them. */
export async function uninstall(props: UninstallProps): Promise<Uninstalled> {
  const { api, helm, kubelets, before, releases, outcomes, signal, around = (_, remove) => remove() } = props;
  const failed: { release: string; reason: string }[] = [];
  for (const [index, release] of [...releases.entries()].reverse()) {
    if (outcomes[index]?.outcome === "no chart") continue;
    const reason = await around(release, () => helm.uninstall(release));
    if (reason !== null) failed.push({ release: `${release.namespace}/${release.name}`, reason });
  }
  await props.takeWebhooks();
  const start = Date.now();
  let [last, since] = ["", start];
  for (;;) {
    signal?.throwIfAborted();
    const written = await kubelets.look();
    const { objects, unread } = await inventory(api);
    const left = leftOver(before, objects);
    const stuck = left.filter(({ goesAfter }) => goesAfter !== null);
    // what an owner leaves behind goes one level at a time
    const passing = left.filter(({ kind }) => /^(?:Pod|ReplicaSet\.apps|Job\.batch)$/.test(kind));
    const text = left.map(({ kind, name }) => `${kind}/${name}`).join();
    const isStill = text === last && written === 0;
    if (!isStill) [last, since] = [text, Date.now()];
    // pods of a release that Terraform forgets stay, as do their owners
    const isAtRest = isStill && (passing.length === 0 || Date.now() - since > STILL_SECONDS * 1000);
    const isLate = Date.now() - start > secondsFor(stuck) * 1000;
    if ((isAtRest && stuck.length === 0) || isLate) return { failed, left, stuck, unread };
    await sleep(1000);
  }
}
