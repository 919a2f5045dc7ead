import { sizeCommand } from "../../../../scripts/commands/size/command";
import type { Estimate } from "../../../../config/physics/estimate";
import { captured } from "../../../helpers/captured";

function run(...args: readonly string[]) {
  const { context, texts } = captured();
  const code = sizeCommand(args, context);
  return { code, ...texts() };
}

const json = (...args: readonly string[]) =>
  JSON.parse(run(...args, "--json").printed) as Estimate & { readonly pool: string };

test("70B on research: memory, checkpoints, failures, time and money", () => {
  const { pool, gpus, memory, checkpoint, failures, training } = json("research", "--params", "70B", "--tokens", "2T");
  expect([pool, gpus]).toEqual(["h100", 128]);
  // 2 and 2 bytes whole and 12 over 128 GPUs; 16 over 128
  expect(memory.rows.map(({ gibPerGpu, fits }) => [Math.round(gibPerGpu), fits])).toEqual([
    [267, false],
    [138, false],
    [8, true],
  ]);
  expect(checkpoint.gib).toBeCloseTo(912.7, 1);
  // 38,400 GiB with 250 MB/s for each TiB
  expect(checkpoint.writeMBps).toBe(9375);
  expect(checkpoint.stallSeconds).toBeCloseTo(980_000 / 9375, 1);
  for (const { checkpoints, spares } of failures) {
    expect(checkpoints!.goodput).toBeGreaterThan(0.98);
    expect(spares).toBe(1);
  }
  // 6 × 70e9 × 2e12 / (989e12 × 0.38) / 3600, and failures
  const [fast, slow] = training!.gpuHours!;
  expect(fast).toBeGreaterThan(620_818);
  expect(slow).toBeLessThan(620_818 / 0.98);
  expect(training!.usd![0]).toBeGreaterThan(1_000_000);
});

test("Lustre that meets a goal is named with its price, the cheapest first; outside AWS there is none", () => {
  const { lustre, checkpoint } = json("research", "--params", "70B", "--within", "30", "--keep", "5");
  expect(checkpoint.askedMBps).toBeCloseTo(980_000 / 30, 0);
  expect(lustre!.every(({ writeMBps, capacityGiB }) => writeMBps >= 32_666 && capacityGiB >= 5 * 912)).toBe(true);
  const known = lustre!.flatMap(({ usdPerMonth }) => usdPerMonth ?? []);
  expect(known).toEqual(known.toSorted((one, other) => one - other));
  expect(json("iron", "--params", "8B").lustre).toBeNull();
});

test("a shorter stall, more nodes and parts of the model change what follows from them alone", () => {
  const whole = json("research", "--params", "70B", "--tokens", "2T");
  const short = json("research", "--params", "70B", "--tokens", "2T", "--stall", "5");
  expect(short.failures[0]!.checkpoints!.goodput).toBeGreaterThan(whole.failures[0]!.checkpoints!.goodput);
  expect(short.memory).toEqual(whole.memory);
  const cut = json("research", "--params", "70B", "--tensor", "8", "--pipeline", "2");
  expect([cut.data, cut.memory.rows[0]!.fits, cut.training]).toEqual([8, true, null]);
  expect(json("research", "--params", "70B", "--nodes", "4").gpus).toBe(32);
});

test("what nobody knows is unknown, and not 0", () => {
  const { printed } = run("iron", "--params", "8B", "--tokens", "1T");
  expect(printed).toMatch(/Lustre of the environment writes +unknown/);
  expect(printed).toMatch(/money, with all that the environment costs +unknown/);
  expect(printed).not.toMatch(/NaN|Infinity|undefined|null/);
});

test("a model that does not fit says how many GPUs hold it, with exit code 2", () => {
  const { code, errors } = run("dev", "--params", "405B");
  expect(code).toBe(2);
  expect(errors).toBe("It does not fit: its state has 6,035 GiB, which takes 169 GPUs of L40S-48GB, and there are 4.");
});

test.each([
  ["--stall", "1e9"],
  ["--restart", "1e7"],
])("a training that never ends (%s %s) is told, and no number stands for it", (...given) => {
  const { code, errors, printed } = run("research", "--params", "70B", "--tokens", "2T", ...given);
  expect([code, errors]).toEqual([2, expect.stringMatching(/^It never ends: .* less than 1 % of its time/)]);
  expect(printed).toMatch(/days +it never ends/);
  expect(printed).not.toMatch(/∞|Infinity|NaN|\d{3}(?:,\d{3}){6}| 0 %/);
  const { training } = json("research", "--params", "70B", "--tokens", "2T", ...given);
  expect([training!.neverEndsAt, training!.days]).toEqual([expect.any(String), null]);
});

test("what is small is not told as nothing", () => {
  const { code, printed } = run("research", "--params", "7", "--tokens", "1");
  expect(code).toBe(0);
  expect(printed).toMatch(/size +under 0\.1 GiB/);
  expect(printed).toMatch(/costs +under \$1\n/);
  expect(printed).not.toMatch(/ \$?0(?: |\n)/);
});

test.each([
  [["research"], /--params is needed/],
  [["--params", "70B"], /name one environment/],
  [["nowhere", "--params", "70B"], /nowhere/],
  [["research", "--params", "70B", "--nodes", "17"], /h100 has 16 at the most/],
])("%j is refused in words", (args, message) => {
  const { code, errors, printed } = run(...args);
  expect([code, printed, errors]).toEqual([1, "", expect.stringMatching(message)]);
});
