import { FAILURE_RATES, failuresPerDay, LLAMA_3, SMALL_JOBS } from "../../../config/facts/failure-rates";

const rate = (id: string) => FAILURE_RATES.find((each) => each.id === id)!;

/** Figures that the papers give themselves. */
test("Llama 3: an interruption about every three hours on 16,384 GPUs", () => {
  expect(rate("llama-3").perThousandNodeDays).toBeCloseTo(3.79, 2);
  expect(24 / failuresPerDay(LLAMA_3.gpus / 8, rate("llama-3"))).toBeCloseTo(3.09, 2);
});

test.each([
  [16_384, 1.8],
  [131_072, 0.23],
  [SMALL_JOBS.gpus, SMALL_JOBS.hoursByRate],
])("RSC-1: %s GPUs fail every %s hours", (gpus, hours) => {
  expect(24 / failuresPerDay(gpus / 8, rate("rsc-1"))).toBeCloseTo(hours, hours < 1 ? 2 : 1);
});

test("every rate has its source and day, and the lowest is first", () => {
  for (const { source, asOf } of FAILURE_RATES) {
    expect(source).toMatch(/https:\/\/arxiv\.org\/abs\//);
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
  const rates = FAILURE_RATES.map(({ perThousandNodeDays }) => perThousandNodeDays);
  expect(rates).toEqual([...rates].sort((a, b) => a - b));
});
