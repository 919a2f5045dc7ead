import { MIG_GPUS, type MigGpu } from "../../../../config/facts/mig";
import {
  layoutFault,
  namedLayouts,
  placeSlices,
  shareOf,
  slicesOf,
  type MigSlices,
} from "../../../../config/sharing/mig/layout";

const GPUS = Object.entries(MIG_GPUS);
const keyOf = (slices: MigSlices) =>
  Object.entries(slices)
    .filter(([, count]) => count > 0)
    .map(([profile, count]) => `${count}x${profile}`)
    .toSorted()
    .join(" ");

/** Every set of instances that can stand on a GPU at one time: by trying all sets of places, in no clever order. */
function standing(gpu: MigGpu): Set<string> {
  const places = Object.entries(gpu.profiles).flatMap(([profile, { placements, memorySlices }]) =>
    placements.map((start) => ({
      profile,
      slices: Array.from({ length: memorySlices }, (_, at) => start + at).filter((at) => at < gpu.memorySlices),
      fits: start + memorySlices <= gpu.memorySlices,
    })),
  );
  const found = new Set<string>();
  const seen = new Set<string>();
  const go = (from: number, used: ReadonlySet<number>, counts: MigSlices) => {
    const state = `${from}|${[...used].toSorted().join(",")}|${keyOf(counts)}`;
    if (seen.has(state)) return;
    seen.add(state);
    const compute = Object.entries(counts).reduce((sum, [p, n]) => sum + n * gpu.profiles[p]!.computeSlices, 0);
    const media = Object.entries(counts).reduce((sum, [p, n]) => sum + (/\+me/.test(p) ? n : 0), 0);
    if (compute > gpu.computeSlices || media > 1) return;
    if (keyOf(counts)) found.add(keyOf(counts));
    for (let at = from; at < places.length; at += 1) {
      const { profile, slices, fits } = places[at]!;
      if (fits && slices.every((slice) => !used.has(slice)))
        go(at + 1, new Set([...used, ...slices]), { ...counts, [profile]: (counts[profile] ?? 0) + 1 });
    }
  };
  go(0, new Set(), {});
  return found;
}

/** Every number of instances of each profile, up to one more than the GPU has room for. */
function* candidates(gpu: MigGpu): Generator<MigSlices> {
  const profiles = Object.entries(gpu.profiles);
  function* from(at: number, left: number, counts: MigSlices): Generator<MigSlices> {
    if (at === profiles.length) {
      if (Object.keys(counts).length > 0) yield counts;
      return;
    }
    const [profile, { computeSlices, max }] = profiles[at]!;
    for (let count = 0; count <= max + 1 && count * computeSlices <= left; count += 1)
      yield* from(at + 1, left - count * computeSlices, count === 0 ? counts : { ...counts, [profile]: count });
  }
  yield* from(0, gpu.computeSlices + 1, {});
}

describe.each(GPUS)("%s", (model, gpu) => {
  const legal = standing(gpu);

  test("takes every layout for which there are places, and no other", () => {
    let tried = 0;
    const wrong: string[] = [];
    for (const slices of candidates(gpu)) {
      tried += 1;
      if ((placeSlices(slices, gpu) !== null) !== legal.has(keyOf(slices))) wrong.push(keyOf(slices));
      if ((layoutFault(slices, model) === null) !== legal.has(keyOf(slices))) wrong.push(keyOf(slices));
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(legal.size);
  });

  test("gives places that are the profile's own, and shares no memory slice", () => {
    for (const slices of candidates(gpu)) {
      const placed = placeSlices(slices, gpu);
      if (!placed) continue;
      const taken = placed.flatMap(({ profile, start }) => {
        expect(gpu.profiles[profile]!.placements).toContain(start);
        return Array.from({ length: gpu.profiles[profile]!.memorySlices }, (_, at) => start + at);
      });
      expect(new Set(taken).size).toBe(taken.length);
    }
  });

  test("takes each profile as often as its table says, and not once more", () => {
    for (const [profile, { max }] of Object.entries(gpu.profiles)) {
      expect(placeSlices({ [profile]: max }, gpu)).toHaveLength(max);
      expect(placeSlices({ [profile]: max + 1 }, gpu)).toBeNull();
    }
  });

  test("takes all layouts that have a name", () => {
    for (const [name, slices] of namedLayouts(gpu)) {
      expect(layoutFault(name, model)).toBeNull();
      expect(placeSlices(slices, gpu)).not.toBeNull();
    }
  });

  test("divides a GPU among the instances of any layout, so that their shares make one", () => {
    for (const slices of candidates(gpu)) {
      if (!placeSlices(slices, gpu)) continue;
      const sum = Object.entries(slices).reduce((all, [p, count]) => all + count * shareOf(p, slices, gpu), 0);
      expect(sum).toBeCloseTo(1, 12);
    }
  });

  test("what is told instead of a layout that does not fit, fits", () => {
    for (const slices of candidates(gpu)) {
      const fix = /layout: (\{.*\})$/.exec(layoutFault(slices, model)?.fix ?? "")?.[1];
      if (fix !== undefined) expect(layoutFault(JSON.parse(fix) as MigSlices, model)).toBeNull();
    }
  });
});

test("named layouts are keyed by the GPU: one name, other numbers", () => {
  const slices = (layout: string, model: string) => slicesOf(layout, MIG_GPUS[model]!);
  expect(slices("all-1g.10gb", "A100-40GB")).toEqual({ "1g.10gb": 4 });
  expect(slices("all-1g.10gb", "H100-80GB")).toEqual({ "1g.10gb": 7 });
  expect(slices("all-1g.35gb", "H200-141GB")).toEqual({ "1g.35gb": 4 });
  expect(slices("all-1g.35gb", "GB300")).toEqual({ "1g.35gb": 7 });
});

test("all-balanced is what mig-parted makes of the GPU", () => {
  const balanced = Object.fromEntries(GPUS.map(([model, gpu]) => [model, slicesOf("all-balanced", gpu)]));
  expect(balanced).toEqual({
    "A30-24GB": { "1g.6gb": 2, "2g.12gb": 1 },
    "A100-40GB": { "1g.5gb": 2, "2g.10gb": 1, "3g.20gb": 1 },
    "A100-80GB": { "1g.10gb": 2, "2g.20gb": 1, "3g.40gb": 1 },
    "H100-80GB": { "1g.10gb": 2, "2g.20gb": 1, "3g.40gb": 1 },
    "H100-NVL-94GB": { "1g.12gb": 2, "2g.24gb": 1, "3g.47gb": 1 },
    "H200-141GB": { "1g.18gb": 2, "2g.35gb": 1, "3g.71gb": 1 },
    "GH200-96GB": { "1g.12gb": 2, "2g.24gb": 1, "3g.48gb": 1 },
    "GH200-144GB": { "1g.18gb": 2, "2g.36gb": 1, "3g.72gb": 1 },
    B200: { "1g.23gb": 2, "2g.45gb": 1, "3g.90gb": 1 },
    GB200: { "1g.23gb": 2, "2g.47gb": 1, "3g.93gb": 1 },
    B300: { "1g.34gb": 2, "2g.67gb": 1, "3g.135gb": 1 },
    GB300: { "1g.35gb": 2, "2g.70gb": 1, "3g.139gb": 1 },
    "RTX-PRO-6000-96GB": { "1g.24gb": 2, "2g.48gb": 1 },
    // two slices: there is no mix of three sizes
    "RTX-PRO-4500-32GB": null,
  });
});

test.each([
  ["all-1g.10gb", "H200-141GB", `"all-1g.10gb" is none of H200-141GB`, `layout: "all-1g.18gb"`],
  ["all-disabled", "H100-80GB", "which has all-1g.10gb, all-1g.10gb.me", "layout:"],
  ["1g.10gb", "H100-80GB", `"1g.10gb" is none of`, `layout: "all-1g.10gb"`],
  [{ "1g.18gb": 1 }, "H100-80GB", `profile "1g.18gb" is none of H100-80GB`, `"1g.10gb" in its place`],
  [{ "4g.40gb": 2 }, "H100-80GB", "takes 8 compute slices, and H100-80GB has 7", `layout: {"4g.40gb":1}`],
  [{ "3g.40gb": 2, "1g.10gb": 1 }, "H100-80GB", "would share memory slices", `layout: {"3g.40gb":2}`],
  [{ "1g.10gb+me": 2 }, "H100-80GB", "2 instances with media engines", "one instance with +me at most"],
] as const)("%j is refused on %s, with what to write", (layout, model, message, fix) => {
  const fault = layoutFault(layout, model);
  expect(fault?.message).toContain(message);
  expect(fault?.fix).toContain(fix);
});
