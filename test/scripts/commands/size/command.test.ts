import { sizeCommand } from "../../../../scripts/commands/size/command";
import type { Estimate } from "../../../../config/physics/estimate";
import type { TierEstimate } from "../../../../config/physics/tier-estimate";
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
  // (6 × 70e9 + 12 × 80 × 8192²) × 2e12 / (989e12 × MFU) / 3600, and failures
  const hours = ((6 * 70e9 + 12 * 80 * 8192 ** 2) * 2e12) / (989e12 * training!.mfu!) / 3600;
  const [fast, slow] = training!.gpuHours!;
  expect(fast).toBeGreaterThan(hours);
  expect(slow).toBeLessThan(hours / 0.98);
  expect(training!.usd![0]).toBeGreaterThan(1_000_000);
});

test("a restore takes what the disks read, and a restart that is shorter than it is told", () => {
  const { checkpoint } = json("research", "--params", "70B");
  expect(checkpoint.readMBps).toBe(9375);
  expect(checkpoint.restore!.partsSeconds).toBeCloseTo(980_000 / 9375, 6);
  expect(checkpoint.restore!.wholeSeconds).toBeCloseTo((16 * 980_000) / 9375, 6);
  expect(json("iron", "--params", "8B").checkpoint.restore).toBeNull();
  const SHORT = /takes longer than the 1 min from a failure/;
  expect(run("research", "--params", "70B", "--restart", "1").printed).toMatch(SHORT);
  expect(run("research", "--params", "70B", "--restart", "2").printed).not.toMatch(SHORT);
});

test("data in S3 is told with what the disks take at the least, and what nobody says as unknown", () => {
  const asked = ["--params", "8B", "--dataset", "20T"];
  const { printed } = run("research", ...asked, "--files", "5M");
  expect(printed).toMatch(/disks write it in, at the least +35\.6 min/);
  expect(printed).toMatch(/of what AWS imports by itself in a month +50 %/);
  expect(json("research", ...asked).hydration).toMatchObject({ hasRoom: true, shareOfMonthlyImports: null });
  expect(run("research", ...asked).printed).toMatch(/\n *files +unknown/);
  expect(run("iron", ...asked).printed).toMatch(/disks write it in, at the least +unknown/);
  expect(json("research", "--params", "8B").hydration).toBeNull();
});

test("formats are told with what they make of a restore, and with who may run code by them", () => {
  const { restore, formats } = json("research", "--params", "70B").checkpoint;
  const { partsSeconds, wholeSeconds } = restore!;
  expect(formats.map(({ restoreSeconds }) => restoreSeconds)).toEqual([partsSeconds, partsSeconds, wholeSeconds]);
  const { printed } = run("iron", "--params", "8B");
  expect(printed).toMatch(/safetensors +104\.3 +unknown +no\n/);
  expect(printed).toMatch(/torch\.save, one file +104\.3 +unknown +unless weights_only\n/);
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
  expect(printed).toMatch(/money, with its share of what else there is +unknown/);
  expect(printed).not.toMatch(/NaN|Infinity|undefined|null/);
});

test("a model that does not fit says how many GPUs hold it, with exit code 2", () => {
  const { code, errors } = run("dev", "--params", "405B");
  expect(code).toBe(2);
  expect(errors).toBe("It does not fit: its state has 6,035 GiB, which takes 169 GPUs of L40S-48GB, and there are 4.");
});

test.each([
  ["--stall", "1e9"],
  ["--restart", "40320", "--every", "40320"],
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
  expect(printed).toMatch(/what else there is +under \$1\n/);
  expect(printed).not.toMatch(/ \$?0(?: |\n)/);
});

test.each([
  [["research"], /--params is needed/],
  [["--params", "70B"], /name one environment/],
  [["nowhere", "--params", "70B"], /nowhere/],
  [["research", "--params", "70B", "--files", "5M"], /give --dataset, its bytes, as well/],
  [["research", "--params", "70B", "--nodes", "17"], /h100 has 16 at the most/],
])("%j is refused in words", (args, message) => {
  const { code, errors, printed } = run(...args);
  expect([code, printed, errors]).toEqual([1, "", expect.stringMatching(message)]);
});

test("layouts are told, the fastest first, and time follows from it; an MFU that is given counts instead", () => {
  const { layouts, training } = json("research", "--params", "70B", "--tokens", "2T");
  expect(layouts.best).toHaveLength(5);
  expect([layouts.unknown, layouts.problem]).toEqual([null, null]);
  expect(training!.mfu).toBe(layouts.best[0]!.mfu);
  expect(layouts.bound).toMatchObject({ part: "compute" });
  const given = json("research", "--params", "70B", "--tokens", "2T", "--mfu", "0.38").training!;
  // 6 × 70e9 × 2e12 / (989e12 × 0.38) / 3600
  expect(given.gpuHours![0]).toBeGreaterThan(620_818);
  expect(given.gpuHours![1]).toBeLessThan(620_818 / 0.98);
  const { printed } = run("research", "--params", "70B", "--tensor", "8", "--sequence", "4096", "--batch", "8M");
  expect(printed).toMatch(/Layouts on 128 GPUs/);
  expect(printed).not.toMatch(/ [124] × \d+ × \d+ /);
});

test("an interval that is given is told as given, with the best one beside it", () => {
  const given = run("research", "--params", "70B", "--every", "60").printed;
  expect(given).toMatch(/one each +interval \(given\) +goes forward/);
  expect(given).toMatch(/The interval is given; the best by search is [\d.]+ (?:h|min) and [\d.]+ (?:h|min); Daly's/);
  const searched = run("research", "--params", "70B").printed;
  expect(searched).toMatch(/one each +best interval +goes forward/);
  expect(searched).toMatch(/The interval is the best by search; Daly's/);
});

test("money says of what it is made", () =>
  expect(run("research", "--params", "70B", "--tokens", "2T", "--nodes", "15").printed).toMatch(
    /Money is by the hour: \$825\.6 for its nodes at their own price, and \$[\d.]+ of what .* by its 15 of the 16 nodes of h100\./,
  ));

test("a table is not wider than 80 columns", () => {
  const { printed } = run("research", "--params", "405B", "--tokens", "2T");
  const rows = printed.split("\n").filter((line) => / {2,}\S+ {2,}\S/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(80);
});

test("a checkpoint that is written beside the training holds it up until its state is copied", () => {
  const beside = json("research", "--params", "70B", "--async").checkpoint;
  // 14 × 70e9 bytes, of 128 GPUs at once at 52 GB/s
  expect(beside.stallSeconds).toBeCloseTo((14 * 70e9) / 128 / 52e9, 6);
  expect(beside.writeSeconds).toBeGreaterThan(beside.stallSeconds!);
  const often = json("research", "--params", "70B", "--every", "10").failures[0]!.checkpoints!;
  expect(often.everyHours).toBeCloseTo(1 / 6, 6);
  expect(often.stalled).toBeCloseTo(980_000 / 9375 / (600 + 980_000 / 9375), 6);
});

test("a layout that does not divide, and a batch of too few sequences, name what works", () => {
  expect(run("research", "--params", "70B", "--pipeline", "64")).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^pipeline 64 does not divide: there are 80 layers; pipeline: 1, 2, 4, 8 or 16\.$/),
  });
  expect(run("research", "--params", "1B", "--batch", "8192", "--tensor", "1", "--pipeline", "1").errors).toMatch(
    /^a batch of 8,192 tokens has 1 sequences of 8,192, and 128 ranks/,
  );
});

test.each([
  [
    "70B",
    ["--tensor", "3", "--pipeline", "7"],
    "--tensor 3 × --pipeline 7 does not divide 128 GPUs: with --tensor 4 --pipeline 8 it",
  ],
  ["70B", ["--tensor", "3"], "--tensor 3 does not divide 128 GPUs: with --tensor 4 it"],
  ["70B", ["--pipeline", "3", "--tensor", "8"], "with --tensor 8 --pipeline 4 it"],
  ["70B", ["--pipeline", "48", "--tensor", "8"], "with --tensor 8 --pipeline 16 it"],
  // layers of the model count as well
  ["405B", ["--pipeline", "3"], "with --pipeline "],
])("of %s %j the nearest layout that is told is taken", (params, options, words) => {
  const asked = ["research", "--params", params, "--tokens", "2T", "--nodes", "16"];
  const { errors } = run(...asked, ...options);
  expect(errors).toContain(words);
  const [, named = ""] = /: with (.*) it does/.exec(errors)!;
  expect(run(...asked, ...named.split(" ")).errors).not.toMatch(/does not divide/);
});

test("money is told for 10^9 tokens and for each percent of MFU as well", () => {
  const { usd, usdPerBillionTokens, usdPerPercentOfMfu } = json(
    "research",
    "--params",
    "70B",
    "--tokens",
    "2T",
    "--mfu",
    "0.4",
  ).training!;
  expect(usdPerBillionTokens).toEqual(usd!.map((whole) => whole / 2000));
  const better = json("research", "--params", "70B", "--tokens", "2T", "--mfu", "0.41").training!;
  expect(usdPerPercentOfMfu).toBeCloseTo(usd![0] - better.usd![0], 0);
});

test("ways to pay for its nodes are told with what is unknown, and a server that is bought with the use from which on it costs less", () => {
  const asked = ["research", "--params", "70B", "--tokens", "2T"];
  const { printed } = run(...asked);
  expect(printed).toMatch(/\n {2}on demand +55\.04 +[\d,]+ to [\d,]+ +100 %\n/);
  expect(printed).toMatch(/\n {2}spot +unknown +unknown +unknown\n/);
  expect(printed).not.toContain("owned from");
  const owned = run(...asked, "--owned", "300000", "--years", "4", "--kilowatts", "12", "--power", "0.1").printed;
  expect(owned).toMatch(/\n {2}on demand .* 17\.7 % of hours\n/);
  expect(owned).toMatch(/\n {2}owned +9\.76 /);
  expect(run("research", "--params", "70B").printed).not.toContain("Ways to pay");
});

test("what lies in each tier is told by the month, with its price, and what reading it back costs", () => {
  const asked = ["research", "--params", "70B", "--tokens", "2T"];
  const { printed } = run(...asked, "--months", "36");
  expect(printed).toMatch(
    /Checkpoints by tier and month\n +month +NVMe GiB +Lustre GiB +Lustre USD +bucket GiB +bucket USD\n/,
  );
  // each third month, the first and the last
  expect(printed.match(/^ {2}(?:1|3|6|9|12|15|18|21|24|27|30|33|36) +1,8\d\d +2\d,\d\d\d +4,/gm)).toHaveLength(13);
  expect(printed).toMatch(/bucket +s3\/INTELLIGENT_TIERING\/archive-instant +[\d,]+ +[\d,.]+\n/);
  expect(printed).toMatch(/bucket +S3 Intelligent-Tiering +at once +requests alone\n/);
  const { tiers } = json(...asked) as unknown as { readonly tiers: TierEstimate };
  expect(tiers.plan).toMatchObject({ months: 12, gib: expect.closeTo(912.7, 1) as number });
  expect(tiers.tiers.map(({ tier }) => tier)).toEqual(["hot", "warm", "cold"]);
  expect(tiers.tiers.every(({ gib, usd }) => gib.length === 12 && usd.length === 12)).toBe(true);
});

test("tiers that cannot be counted say why, and an environment without them has none", () => {
  expect(run("iron", "--params", "8B").printed).not.toContain("Checkpoints by tier");
  const { printed } = run("research", "--params", "70B", "--tokens", "2T", "--stall", "1e9");
  expect(printed).toContain("unknown: the training never ends.");
  expect(run("research", "--params", "7", "--tokens", "1").printed).toContain("over before its first checkpoint");
  expect(run("research", "--params", "7").printed).toContain("more than 100,000 checkpoints: give --every");
  expect(run("research", "--params", "70B", "--months", "121").errors).toMatch(/--months is at most 120 months/);
});
