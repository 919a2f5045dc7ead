import { ATTAINED_SHARES } from "../../../config/facts/training-rates";
import type { Layout } from "../../../config/physics/layout";
import { searchLayouts } from "../../../config/physics/layouts";
import type { Machine } from "../../../config/physics/machine";
import type { Transformer } from "../../../config/physics/model-shape";
import { mfuOfStep } from "../../../config/physics/step-time";

const share = (model: string) => ATTAINED_SHARES.find(({ models }) => models.includes(model))!.share;
const nodes = (count: number, rest: Partial<Machine>): Machine => ({
  nodes: count,
  gpusPerNode: 8,
  linkedGpus: 8,
  memoryBytes: 80 * 2 ** 30,
  peakTflops: 989,
  attained: share("H100-80GB"),
  linkGBps: 460,
  // eight cards of 400 Gbps, of which RING_SHARE counts
  nodeGBps: count > 1 ? 320 : 0,
  ridge: null,
  assumptions: [],
  ...rest,
});
const h100 = (count: number) => nodes(count, {});
const a100 = (count: number) =>
  nodes(count, {
    peakTflops: 312,
    attained: share("A100-80GB"),
    linkGBps: 228,
    nodeGBps: count > 1 ? 160 : 0,
  });
const model = (params: number, layers: number, hidden: number, heads: number, sequence: number): Transformer => ({
  params,
  activeParams: params,
  layers,
  hidden,
  heads,
  sequence,
  experts: null,
  like: null,
});
const LLAMA_8B = model(8e9, 32, 4096, 32, 8192);
const LLAMA_70B = model(70e9, 80, 8192, 64, 8192);
const LLAMA_405B = model(405e9, 126, 16_384, 128, 8192);
const GPT_175B = model(175e9, 96, 12_288, 96, 2048);
const GPT_530B = model(530e9, 105, 20_480, 128, 2048);
const GPT_1T = model(1008e9, 128, 25_600, 160, 2048);
const laid = (part: Partial<Layout>): Layout => ({
  tensor: 1,
  context: 1,
  pipeline: 1,
  chunks: 1,
  data: 1,
  expert: 1,
  zero: 1,
  micro: 1,
  accumulation: 1,
  recompute: false,
  ...part,
});

/** How far the estimate may be from what was measured. */
const TOLERANCE = 0.15;

const off = (estimate: number, measured: number) => estimate / measured - 1;

const LARGE: readonly [string, Transformer, Layout, Machine, number][] = [
  // https://github.com/pytorch/torchtitan/blob/v0.1.0/docs/performance.md
  ["70B with FSDP on 64 A100", LLAMA_70B, laid({ data: 64, zero: 3, recompute: true }), a100(8), 0.517],
  // https://arxiv.org/abs/2205.05198: with and without recomputation of whole layers, on 2,240 GPUs
  [
    "530B on 2,240 A100",
    GPT_530B,
    laid({ tensor: 8, pipeline: 35, data: 8, accumulation: 280, chunks: 3 }),
    a100(280),
    0.542,
  ],
  [
    "530B with recomputation",
    GPT_530B,
    laid({ tensor: 8, pipeline: 35, data: 8, accumulation: 280, chunks: 3, recompute: true }),
    a100(280),
    0.421,
  ],
  // https://arxiv.org/abs/2104.04473: 52 % with recomputation counted as work, of which the model has three quarters
  [
    "1T on 3,072 A100",
    GPT_1T,
    laid({ tensor: 8, pipeline: 64, data: 6, accumulation: 512, recompute: true }),
    a100(384),
    0.52 * 0.75,
  ],
  // https://arxiv.org/abs/2407.21783 table 4; the paper lets stages take turns, and does not say with how many parts
  [
    "405B on 8,192 H100",
    LLAMA_405B,
    laid({ tensor: 8, pipeline: 16, data: 64, accumulation: 32, chunks: 8 }),
    h100(1024),
    0.43,
  ],
  [
    "405B on 16,384 H100",
    LLAMA_405B,
    laid({ tensor: 8, pipeline: 16, data: 128, accumulation: 16, chunks: 8 }),
    h100(2048),
    0.41,
  ],
  [
    "405B at 131,072 tokens",
    { ...LLAMA_405B, sequence: 131_072 },
    laid({ tensor: 8, pipeline: 16, context: 16, data: 8, accumulation: 16, chunks: 8 }),
    h100(2048),
    0.38,
  ],
];

test.each(LARGE)("MFU of %s is within 15 %% of what was published", (_, of, layout, machine, measured) =>
  expect(Math.abs(off(mfuOfStep(of, layout, machine), measured))).toBeLessThan(TOLERANCE),
);

// https://github.com/NVIDIA/Megatron-LM/blob/d98e8a64dd/README.md: the same batch of 1,152 sequences on 96 and on 4,608 GPUs
test.each([
  [12, 0.47],
  [576, 0.42],
])("the best layout of 175B on %i nodes of H100 has an MFU within 15 %% of %d", (count, measured) => {
  const { best } = searchLayouts({ model: GPT_175B, machine: h100(count), batch: 1152 * 2048 });
  expect(Math.abs(off(best[0]!.mfu, measured))).toBeLessThan(TOLERANCE);
});

// what does not fit: products of narrow matrices are slower than one figure for a GPU says. torchtitan's A100 and H100 at 500 W, and
// its jobs on p5 with and without torch.compile
test.each([
  ["64 A100", laid({ data: 64, zero: 3 }), a100(8), 0.57, 0.12],
  ["8 H100 of 500 W, compiled", laid({ data: 8, zero: 3, micro: 2 }), h100(1), 0.39, 0.36],
  ["four p5, 39.73 %", laid({ data: 32, zero: 3 }), h100(4), 0.3973, 0.34],
  ["four p5, 46.06 %", laid({ data: 32, zero: 3 }), h100(4), 0.4606, 0.16],
] as const)(
  "8B on %s keeps less than the estimate, by at most the share that is told",
  (_, layout, machine, measured, most) => {
    const above = off(mfuOfStep(LLAMA_8B, layout, machine), measured);
    expect(above).toBeGreaterThan(0.05);
    expect(above).toBeLessThan(most);
  },
);

// https://github.com/pytorch/torchtitan/blob/31a17bf/benchmarks/llama3_h100_202412_torchtitan.md: 5,762 and 5,605 tokens a second
test("sixteen nodes keep at least as much of one node's rate as was measured, and at most 3 % more", () => {
  const [one, many] = [
    mfuOfStep(LLAMA_8B, laid({ data: 8, zero: 3, micro: 2 }), h100(1)),
    mfuOfStep(LLAMA_8B, laid({ data: 128, zero: 3, micro: 2 }), h100(16)),
  ];
  expect(many / one).toBeGreaterThan(5605 / 5762);
  expect(many / one).toBeLessThan((5605 / 5762) * 1.03);
});
