import { allBytes, memoryOfLayout, scoreBytes, ACTIVATION_BYTES, type Layout } from "../../../config/physics/layout";
import { divisors, MEMORY_SHARE, rated, searchLayouts, shrunk, stagesDivide } from "../../../config/physics/layouts";
import type { Machine } from "../../../config/physics/machine";
import { expertParams, shapeLike, type Transformer } from "../../../config/physics/model-shape";
import { stateBytesPerGpu } from "../../../config/physics/model-state";

const MACHINE: Machine = {
  nodes: 16,
  gpusPerNode: 8,
  linkedGpus: 8,
  memoryBytes: 80 * 2 ** 30,
  peakTflops: 989,
  attained: 0.53,
  linkGBps: 460,
  nodeGBps: 320,
  ridge: 295,
  assumptions: [],
};
const model = (params: number, more: Partial<Transformer> = {}): Transformer => ({
  ...shapeLike(params),
  params,
  activeParams: params,
  sequence: 8192,
  experts: null,
  ...more,
});
const B70 = model(70e9);
const BATCH = 4e6;
const found = (of = B70, machine = MACHINE, more = {}) => searchLayouts({ model: of, machine, batch: BATCH, ...more });
const BEST = found().best[0]!;

test("all that is found fits, divides, and has about the batch that was asked for; the fastest is first", () => {
  const { best, tried, fit } = found();
  expect(tried).toBeGreaterThan(fit);
  expect(best.length).toBeGreaterThan(5);
  for (const { layout, memoryBytes, tokens } of best) {
    expect(layout.tensor * layout.context * layout.pipeline * layout.data).toBe(128);
    expect(B70.heads % layout.tensor).toBe(0);
    expect(memoryBytes).toBeLessThanOrEqual(MEMORY_SHARE * MACHINE.memoryBytes);
    expect(Math.abs(tokens / BATCH - 1)).toBeLessThan(0.35);
  }
  const rates = best.map(({ tokensPerSecond }) => tokensPerSecond);
  expect(rates).toEqual(rates.toSorted((one, other) => other - one));
});

test("no layout of a plain walk over all numbers is faster", () => {
  let fastest = 0;
  for (let tensor = 1; tensor <= 8; tensor *= 2)
    for (let pipeline = 1; pipeline <= 80; pipeline += 1)
      for (const micro of [1, 2, 4, 8])
        for (const zero of [1, 2, 3] as const)
          for (let chunks = 1; chunks <= 8; chunks += 1)
            for (const recompute of [false, true]) {
              const data = 128 / (tensor * pipeline);
              const whole = Number.isInteger(data) && 80 % pipeline === 0 && (80 / pipeline) % chunks === 0;
              const accumulation = Math.round(BATCH / (8192 * data * micro));
              if (!whole || accumulation < 1 || (pipeline === 1 && chunks > 1)) continue;
              if (chunks > 1 && accumulation % pipeline !== 0) continue;
              const layout = {
                tensor,
                context: 1,
                pipeline,
                chunks,
                data,
                expert: 1,
                zero,
                micro,
                accumulation,
                recompute,
              };
              if (allBytes(memoryOfLayout(B70, layout)) > MEMORY_SHARE * MACHINE.memoryBytes) continue;
              fastest = Math.max(fastest, rated(B70, layout, MACHINE).tokensPerSecond);
            }
  expect(BEST.tokensPerSecond).toBe(fastest);
});

test("more bandwidth, more memory and faster GPUs never make a step slower, and never make a layout not fit", () => {
  const rate = (change: Partial<Machine>) => found(B70, { ...MACHINE, ...change }).best[0]!.tokensPerSecond;
  for (const key of ["linkGBps", "nodeGBps", "peakTflops", "memoryBytes"] as const) {
    const rates = [0.5, 0.8, 1, 1.3, 2, 10].map((times) => rate({ [key]: MACHINE[key] * times }));
    for (const [at, one] of rates.entries()) if (at > 0) expect(one).toBeGreaterThanOrEqual(rates[at - 1]!);
  }
});

test("each layout by itself is no slower with more bandwidth", () => {
  for (const { layout } of found().best)
    for (const key of ["linkGBps", "nodeGBps"] as const) {
      const seconds = [0.25, 0.5, 1, 2, 4].map(
        (times) => rated(B70, layout, { ...MACHINE, [key]: MACHINE[key] * times }).stepSeconds,
      );
      for (const [at, one] of seconds.entries()) if (at > 0) expect(one).toBeLessThanOrEqual(seconds[at - 1]!);
    }
});

test("what somebody wrote is kept, and what does not divide is not found", () => {
  for (const { layout } of found(B70, MACHINE, { tensor: 2, pipeline: 8, zero: 2 }).best)
    expect(layout).toMatchObject({ tensor: 2, pipeline: 8, zero: 2, data: 8 });
  expect(found(B70, MACHINE, { tensor: 3 }).tried).toBe(0);
  expect(found(B70, MACHINE, { pipeline: 7 }).tried).toBe(0);
});

test("a model that is too large fits nowhere, and the layout that takes least is named", () => {
  const { best, smallest } = found(model(4e12));
  expect(best).toEqual([]);
  expect(smallest!.memoryBytes).toBeGreaterThan(MACHINE.memoryBytes);
});

test("layers divide as they stand, or with embedding and result as layers of their own, as 126 do over 16 stages", () => {
  expect([stagesDivide(126, 16), stagesDivide(126, 14), stagesDivide(126, 4), stagesDivide(126, 10)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(divisors(12)).toEqual([1, 2, 3, 4, 6, 12]);
});

// https://arxiv.org/abs/2205.05198 section 5: 70 % and 65 % of the activations are kept no more, for GPT-3 and MT-NLG
test.each([
  [96, 12_288, 0.7],
  [128, 20_480, 0.65],
])("scores of %i heads and a width of %i are the published share of activations", (heads, hidden, share) => {
  const scores = scoreBytes({ heads, hidden, sequence: 2048 });
  expect(scores / (scores + ACTIVATION_BYTES.kept)).toBeCloseTo(share, 2);
});

test("state is what the paper of ZeRO says, and recomputation and cutting make activations smaller", () => {
  const layout: Layout = { ...BEST.layout, tensor: 2, pipeline: 2, data: 32, chunks: 1, zero: 1, accumulation: 4 };
  for (const zero of [0, 1, 2, 3] as const)
    expect(memoryOfLayout(B70, { ...layout, zero }).state).toBeCloseTo(
      stateBytesPerGpu(70e9, { data: 32, tensor: 2, pipeline: 2, zero }),
      -2,
    );
  const of = (change: Partial<Layout>) => memoryOfLayout(B70, { ...layout, ...change }).activations;
  expect(of({ recompute: true })).toBeLessThan(of({ recompute: false }) / 10);
  expect(of({ tensor: 8 })).toBeCloseTo(of({ tensor: 2 }) / 4, 0);
  expect(of({ micro: 2 })).toBe(of({ micro: 1 }) * 2);
});

test("a mixture of experts meets fewer parameters than it has, and its experts lie on several GPUs", () => {
  // 671B with 256 experts of which a token meets eight, 37B active: the order of DeepSeek-V3
  const mixture = model(671e9, { activeParams: 37e9, layers: 60, experts: { count: 256, perToken: 8 } });
  const parts = expertParams(mixture);
  expect(parts.experts + parts.others).toBe(671e9);
  expect(parts.others + (parts.experts * 8) / 256).toBeCloseTo(37e9, -3);
  const { best } = found(mixture, { ...MACHINE, nodes: 64 });
  const spread = best.find(({ layout }) => layout.expert > 8)!;
  expect(spread.time.expert).toBeGreaterThan(0);
  const near = rated(mixture, { ...spread.layout, tensor: 1, expert: 8, data: spread.layout.data }, MACHINE);
  expect(near.time.expert).toBeLessThan(spread.time.expert);
});

test("fewer nodes compute a step of as many tokens by more turns, until no copy of the model is left", () => {
  const { layout } = BEST;
  for (const lost of [0, 1, 4, 8]) {
    const world = shrunk(B70, layout, MACHINE, lost);
    expect(world.nodes).toBe(16 - lost);
    expect(Math.abs(world.tokens! / BEST.tokens - 1)).toBeLessThan(0.1);
    expect(world.accumulation!).toBeGreaterThanOrEqual(layout.accumulation);
  }
  expect(shrunk(B70, { ...layout, tensor: 8, pipeline: 16, data: 1 }, MACHINE, 1)).toEqual({
    nodes: 15,
    data: null,
    accumulation: null,
    tokens: null,
  });
});

test("a shape is that of the nearest published model, and one between has as many parameters as it should", () => {
  expect(shapeLike(70.6e9)).toEqual({ layers: 80, hidden: 8192, heads: 64, like: "Llama 3 70B" });
  const perLayer = 70e9 / (80 * 8192 ** 2);
  for (const params of [30e9, 120e9, 200e9]) {
    const { layers, hidden, heads } = shapeLike(params);
    expect(hidden / heads).toBe(128);
    expect(heads % 8).toBe(0);
    expect(Math.abs((perLayer * layers * hidden ** 2) / params - 1)).toBeLessThan(0.12);
  }
});
