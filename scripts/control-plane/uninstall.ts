import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "../lib/charts/releases";
import type { Api } from "./api";
import type { Helm, ReleaseOutcome } from "./helm";
import { inventory, leftOver, type InventoryRow } from "./inventory";
import type { Kubelets } from "./kubelets";

/** What becomes of a cluster from which every release is removed. */
export interface Uninstalled {
  /** Releases that Helm could not remove, and its words. */
  readonly failed: readonly { readonly release: string; readonly reason: string }[];
  /** What stays: whatever is kept on purpose, and what nobody removes. */
  readonly left: readonly InventoryRow[];
  /** What was deleted and does not go, since it waits for whoever takes its finalizer away. */
  readonly stuck: readonly InventoryRow[];
}

/** Seconds in which garbage collection must end. */
const MOST_SECONDS = 90;

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
}

/** Removes every release that was installed, the last one first, as Terraform destroys them. */
export async function uninstall(props: UninstallProps): Promise<Uninstalled> {
  const { api, helm, kubelets, before, releases, outcomes, signal } = props;
  const failed: { release: string; reason: string }[] = [];
  for (const [index, release] of [...releases.entries()].reverse()) {
    if (outcomes[index]?.outcome === "no chart") continue;
    const reason = await helm.uninstall(release);
    if (reason !== null) failed.push({ release: `${release.namespace}/${release.name}`, reason });
  }
  const deadline = Date.now() + MOST_SECONDS * 1000;
  for (let last = ""; ;) {
    signal?.throwIfAborted();
    const written = await kubelets.look();
    const left = leftOver(before, await inventory(api));
    const stuck = left.filter(({ goesAfter }) => goesAfter !== null);
    // what an owner leaves behind goes one level at a time
    const passing = left.filter(({ kind }) => /^(?:Pod|ReplicaSet\.apps|Job\.batch)$/.test(kind));
    const text = left.map(({ kind, name }) => `${kind}/${name}`).join();
    const isStill = text === last && written === 0;
    last = text;
    if ((isStill && passing.length + stuck.length === 0) || Date.now() > deadline) return { failed, left, stuck };
    await sleep(1000);
  }
}
