import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { readReleases, type Release } from "../lib/charts/releases";
import { readJson } from "../lib/files/read-json";
import { synthesizeRef } from "../lib/synth/from-ref";
import { readStacks } from "../lib/terraform/order";

/** What was there as of a commit. */
export interface EarlierReleases {
  readonly releases: readonly Release[];
  /** Those that Terraform forgets when config has them no more, and that stay as they are: `monitoring/prometheus-operator-crds`. */
  readonly forgotten: readonly string[];
}

export interface EarlierProps {
  /** Folder that gets what synth wrote then. */
  readonly into: string;
  /** Folder with what synth writes now. */
  readonly now: string;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Releases of the environment as of a commit, by that commit's own synth. */
export async function earlierReleases(
  environment: SiteEnvironment,
  { ref, root }: { readonly ref: string; readonly root: string },
  { into, now, signal, tell }: EarlierProps,
): Promise<EarlierReleases> {
  const commit = await synthesizeRef({ root, ref, environment: environment.name, into, signal });
  const { releases } = writtenReleases(environment, into);
  tell(`as of ${commit.slice(0, 8)}: ${releases.length} releases, which are there before those of now`);
  return { releases, forgotten: forgottenReleases(into, now) };
}

/** Stacks that synth wrote, and the releases of all of them in the order in which Terraform would install them. */
export function writtenReleases(
  environment: SiteEnvironment,
  folder: string,
): { readonly stacks: string[]; readonly releases: Release[] } {
  const stacks = readStacks(folder).map(({ name }) => name);
  const of = { name: environment.name, kubernetesVersion: environment.cluster.version };
  return { stacks, releases: stacks.flatMap((stack) => readReleases(folder, stack, of)) };
}

interface StackJson {
  readonly resource?: { readonly helm_release?: Readonly<Record<string, { name: string; namespace?: string }>> };
  readonly removed?: readonly { readonly from: string; readonly lifecycle?: { readonly destroy?: boolean } }[];
}

/** Releases of before whose address Terraform is told to forget, without destroying what is there. */
export function forgottenReleases(before: string, now: string): string[] {
  const stack = (folder: string, name: string) => readJson(join(folder, "stacks", name, "cdk.tf.json")) as StackJson;
  const then = new Set(readStacks(before).map(({ name }) => name));
  return readStacks(now).flatMap(({ name }) => {
    if (!then.has(name)) return [];
    const were = stack(before, name).resource?.helm_release ?? {};
    const removed = (stack(now, name).removed ?? []).filter(({ lifecycle }) => lifecycle?.destroy === false);
    return removed.flatMap(({ from }) => {
      const release = were[from.replace(/^helm_release\./, "")];
      return release ? [`${release.namespace ?? "default"}/${release.name}`] : [];
    });
  });
}

/** Where charts are given in a folder there is one of each: another version of before is not tried. */
export const sameCharts = (earlier: readonly Release[], now: readonly Release[]): string[] =>
  earlier.flatMap(({ chart, version, name }) => {
    const other = now.find((one) => one.name === name && one.chart === chart && one.version !== version);
    return other ? [`${name} was ${version} and is ${other.version}: --charts has one folder for both versions.`] : [];
  });
