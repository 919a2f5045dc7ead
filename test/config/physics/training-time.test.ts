import { flopsPerToken, modelFlopsUtilisation, trainingTime } from "../../../config/physics/training-time";

/** Llama 3 8B, as torchtitan counts it. */
const LLAMA_8B = {
  params: 8_030_261_248,
  embedding: 128_256 * 4096,
  attention: { layers: 32, hidden: 4096, sequence: 8192 },
};

// torchtitan, Llama 3 8B on 32 H100
test.each([
  [6785, 0.3973],
  [7865, 0.4606],
])("%i tokens a second of a GPU are an MFU of %f", (tokens, mfu) =>
  expect(modelFlopsUtilisation(LLAMA_8B, tokens, 989)).toBeCloseTo(mfu, 3),
);

test("Llama 3 405B: its operations, and what its hours of GPUs come to", () => {
  // arXiv 2407.21783: 3.8e25; model card: 30.84 million hours of H100
  const { flops } = trainingTime({ shape: { params: 405e9 }, tokens: 15.6e12, gpus: 16_384, peakTflops: 989, mfu: 1 });
  expect(flops).toBeCloseTo(3.79e25, -23);
  const effective = flops / (30.84e6 * 3600 * 989e12);
  expect(effective).toBeCloseTo(0.345, 3);
  const whole = trainingTime({
    shape: { params: 405e9 },
    tokens: 15.6e12,
    gpus: 16_384,
    peakTflops: 989,
    mfu: effective,
  });
  expect(whole.gpuHours / 30.84e6).toBeCloseTo(1, 6);
});

test("Megatron: days of GPT-3 and of a trillion parameters", () => {
  // arXiv 2104.04473 section 5.1: 8·T·P / (n·X), whose eight counts what is computed again
  const days = (params: number, tokens: number, gpus: number, tflops: number) =>
    ((8 / 6) * trainingTime({ shape: { params }, tokens, gpus, peakTflops: tflops, mfu: 1 }).gpuHours) / gpus / 24;
  expect(days(175e9, 300e9, 1024, 140)).toBeCloseTo(33.9, 1);
  expect(days(1e12, 450e9, 3072, 163)).toBeCloseTo(83.2, 1);
});

test("time halves with twice the GPUs, and failures lengthen it", () => {
  const given = { shape: { params: 70e9 }, tokens: 1e12, peakTflops: 989, mfu: 0.4 };
  expect(trainingTime({ ...given, gpus: 512 }).days).toBeCloseTo(trainingTime({ ...given, gpus: 256 }).days / 2, 9);
  expect(trainingTime({ ...given, gpus: 256, goodput: 0.9 }).days).toBeGreaterThan(
    trainingTime({ ...given, gpus: 256 }).days,
  );
  expect(flopsPerToken({ params: 1 })).toBe(6);
});
