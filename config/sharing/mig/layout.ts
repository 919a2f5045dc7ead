import { migGpuOf, type MigGpu } from "../../facts/mig";
import { nearest, orList } from "../../kernel/nearest";

/** Instances of one GPU: profile → how many. */
export type MigSlices = Readonly<Record<string, number>>;

/** A layout as config has it: a name, or the instances of every GPU of a node. */
export type MigLayout = string | MigSlices;

/** A mix of one large, one middle and two small instances, which mig-parted names. */
const BALANCED = "all-balanced";

/**
 * Instances of `all-balanced` by the compute slices of the GPU: compute slices of the profile → how many.
 * @see https://github.com/NVIDIA/mig-parted/blob/v0.15.0/pkg/mig/builder/balanced.go
 */
const BALANCED_SLICES: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  7: { 1: 2, 2: 1, 3: 1 },
  4: { 1: 2, 2: 1 },
};

/**
 * A profile in the name of a layout, of a label's value and of a resource: none of them may have a plus sign.
 * @see https://github.com/NVIDIA/mig-parted/blob/v0.15.0/pkg/mig/builder/builder.go
 */
export const plainProfile = (profile: string): string => profile.replaceAll("+", ".");

/** Profile without attributes that leaves the most room for others, for each number of slices. */
function smallestOf(gpu: MigGpu, computeSlices: number): string | undefined {
  return Object.entries(gpu.profiles)
    .filter(([name, profile]) => profile.computeSlices === computeSlices && /^\d+g\.\d+gb$/.test(name))
    .toSorted(([, a], [, b]) => b.max - a.max)[0]?.[0];
}

function balancedSlices(gpu: MigGpu): MigSlices | null {
  const wanted = Object.entries(BALANCED_SLICES[gpu.computeSlices] ?? {});
  const found = wanted.map(([slices, count]) => [smallestOf(gpu, Number(slices)), count] as const);
  if (found.length === 0 || found.some(([profile]) => profile === undefined)) return null;
  return Object.fromEntries(found as [string, number][]);
}

/** Every layout that has a name on a GPU, and its instances: those that the MIG manager makes by itself. */
export function namedLayouts(gpu: MigGpu): ReadonlyMap<string, MigSlices> {
  const balanced = balancedSlices(gpu);
  return new Map([
    ...Object.entries(gpu.profiles).map(([profile, { max }]): [string, MigSlices] => [
      `all-${plainProfile(profile)}`,
      { [profile]: max },
    ]),
    ...(balanced ? [[BALANCED, balanced] as [string, MigSlices]] : []),
  ]);
}

/** Instances that a layout asks for, whether they fit or not; null: a name that the GPU has not. */
export const slicesOf = (layout: MigLayout, gpu: MigGpu): MigSlices | null =>
  typeof layout === "string" ? (namedLayouts(gpu).get(layout) ?? null) : layout;

/** Whether a profile takes media engines, which one instance of a GPU can have. */
const hasMedia = (profile: string): boolean => /\+me(\.all)?$/.test(profile);

/** An instance with the memory slice at which it begins. */
export interface PlacedSlice {
  readonly profile: string;
  readonly start: number;
}

/**
 * Places of all instances, so that no two share a memory slice; null: there are none. Large ones first: what is left decides.
 * @see https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html
 */
export function placeSlices(slices: MigSlices, gpu: MigGpu): readonly PlacedSlice[] | null {
  const wanted = Object.entries(slices).flatMap(([profile, count]) => Array.from({ length: count }, () => profile));
  if (wanted.length === 0 || wanted.some((profile) => !Object.hasOwn(gpu.profiles, profile))) return null;
  const compute = wanted.reduce((sum, profile) => sum + gpu.profiles[profile]!.computeSlices, 0);
  if (compute > gpu.computeSlices || wanted.filter(hasMedia).length > 1) return null;
  const sorted = wanted.toSorted((a, b) => gpu.profiles[b]!.memorySlices - gpu.profiles[a]!.memorySlices);
  return place(sorted, gpu, 0, []);
}

/** @param taken bits of the memory slices that are taken */
function place(
  wanted: readonly string[],
  gpu: MigGpu,
  taken: number,
  placed: readonly PlacedSlice[],
): readonly PlacedSlice[] | null {
  const [profile, ...rest] = wanted;
  if (profile === undefined) return placed;
  const { memorySlices, placements } = gpu.profiles[profile]!;
  for (const start of placements) {
    const bits = ((1 << memorySlices) - 1) << start;
    if ((taken & bits) !== 0 || start + memorySlices > gpu.memorySlices) continue;
    const found = place(rest, gpu, taken | bits, [...placed, { profile, start }]);
    if (found) return found;
  }
  return null;
}

/** What is wrong with a layout, and what to write in its place. */
export interface LayoutFault {
  readonly message: string;
  readonly fix: string;
}

/** Why a GPU cannot be cut so; null: it can. */
export function layoutFault(layout: MigLayout, model: string): LayoutFault | null {
  const gpu = migGpuOf(model);
  if (!gpu) return null;
  const names = [...namedLayouts(gpu).keys()];
  if (typeof layout === "string") {
    if (names.includes(layout)) return null;
    return {
      message: `layout ${JSON.stringify(layout)} is none of ${model}, which has ${orList(names)}`,
      fix: `layout: ${JSON.stringify(alike(layout, names, /^all-/) ?? names[0])}`,
    };
  }
  const profiles = Object.keys(gpu.profiles);
  for (const profile of Object.keys(layout)) {
    if (profiles.includes(profile)) continue;
    return {
      message: `profile ${JSON.stringify(profile)} is none of ${model}, which has ${orList(profiles)}`,
      fix: `${JSON.stringify(alike(profile, profiles) ?? profiles[0])} in its place`,
    };
  }
  return placeSlices(layout, gpu) ? null : misfit(layout, model, gpu);
}

/** `1g.10gb` asked of a GPU that calls it `1g.18gb`, else the word that is nearest. */
function alike(asked: string, offered: readonly string[], start = /^/): string | undefined {
  const slices = (word: string) => word.replace(start, "").split(".")[0];
  return offered.find((one) => slices(one) === slices(asked)) ?? nearest(asked, offered)[0];
}

function misfit(slices: MigSlices, model: string, gpu: MigGpu): LayoutFault {
  const text = slicesText(slices);
  const media = Object.entries(slices).reduce((sum, [profile, count]) => sum + (hasMedia(profile) ? count : 0), 0);
  if (media > 1)
    return {
      message: `${text} has ${media} instances with media engines (+me), and one of a GPU can have them`,
      fix: "one instance with +me at most, and the profile without it for the others",
    };
  const compute = Object.entries(slices).reduce((sum, [p, count]) => sum + count * gpu.profiles[p]!.computeSlices, 0);
  if (compute > gpu.computeSlices)
    return {
      message: `${text} takes ${compute} compute slices, and ${model} has ${gpu.computeSlices}`,
      fix: `fewer or smaller instances: ${closest(slices, gpu)}`,
    };
  return {
    message: `${text} does not fit ${model}: its instances begin at certain places, and would share memory slices`,
    fix: `fewer or smaller instances: ${closest(slices, gpu)}`,
  };
}

/** The same layout, less what does not fit: instances are taken away from its end. */
function closest(slices: MigSlices, gpu: MigGpu): string {
  const kept: Record<string, number> = {};
  for (const [profile, count] of Object.entries(slices))
    for (let more = 1; more <= Math.min(count, gpu.profiles[profile]!.max); more += 1)
      if (placeSlices({ ...kept, [profile]: more }, gpu)) kept[profile] = more;
  return `layout: ${JSON.stringify(kept)}`;
}

/** `2 × 1g.10gb and 1 × 3g.40gb` */
const slicesText = (slices: MigSlices): string =>
  Object.entries(slices)
    .map(([profile, count]) => `${count} × ${profile}`)
    .join(" and ");

/** What an instance is of its GPU, 0 to 1: the larger of its parts of compute and memory, so that all of a layout make 1. */
export function shareOf(profile: string, slices: MigSlices, gpu: MigGpu): number {
  const weight = (name: string) => {
    const { computeSlices, memorySlices } = gpu.profiles[name]!;
    return Math.max(computeSlices / gpu.computeSlices, memorySlices / gpu.memorySlices);
  };
  const all = Object.entries(slices).reduce((sum, [name, count]) => sum + count * weight(name), 0);
  return weight(profile) / all;
}
