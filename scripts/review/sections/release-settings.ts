import { quantity } from "../../../config/kernel/quantity";
import type { ReviewedChange } from "../changes/resource-changes";
import { releaseOf } from "./releases";
import { findingOn, type SectionFinding } from "./change-set";
import { changeText } from "./words";

/** Changes of a release that no chart promises to survive, whatever is in it. */
export function riskyReleases(change: ReviewedChange): SectionFinding[] {
  if (change.type !== "helm_release" || change.action !== "update") return [];
  return [...olderChart(change), ...smallerClaims(change)];
}

/** Charts are made to be upgraded: what a newer one has written, an older one need not read. */
function olderChart(change: ReviewedChange): SectionFinding[] {
  const version = change.attributes.find(({ path }) => path === "version");
  const [was, now] = [version?.before, version?.after].map((shown) =>
    shown?.kind === "value" ? numbersOf(String(shown.value)) : null,
  );
  if (!version || !was || !now || compare(now, was) >= 0) return [];
  const title = `Helm release ${releaseOf(change).name} goes back to an older chart: no chart promises that what the newer one has made still works.`;
  return [findingOn("stops", "danger", change, { title, details: [changeText(version)], about: ["platform"] })];
}

/** Whether a version is older than another one: `v1.20.0-eksbuild.1`; false where either is no version. */
export function isOlder(now: string, was: string): boolean {
  const [after, before] = [numbersOf(now), numbersOf(was)];
  return after !== null && before !== null && compare(after, before) < 0;
}

function numbersOf(version: string): number[] | null {
  const numbers = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version)?.slice(1);
  return numbers ? numbers.map((number) => Number(number ?? 0)) : null;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

/**
 * A claim can grow and never shrink.
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
 */
function smallerClaims(change: ReviewedChange): SectionFinding[] {
  const smaller = change.attributes.filter(({ path, before, after }) => {
    const [was, now] = [before, after].map((shown) => (shown.kind === "value" ? quantity(String(shown.value)) : null));
    return /(?:^|[. ])(?:storage|size|storageSize)$/.test(path) && was != null && now != null && now < was;
  });
  if (smaller.length === 0) return [];
  const title = `Helm release ${releaseOf(change).name} asks for a smaller volume: Kubernetes refuses that, or what is on the old one is left behind.`;
  return [
    findingOn("lost", "danger", change, { title, details: smaller.map(changeText), about: ["platform", "slurm"] }),
  ];
}
