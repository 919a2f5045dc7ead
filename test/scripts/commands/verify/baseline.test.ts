import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { verifyCommand } from "../../../../scripts/commands/verify/command";
import { parseBaseline } from "../../../../scripts/verify/baseline";
import { captured } from "../../../helpers/captured";
import { temporaryFolders } from "../../../helpers/terraform";
import { measured } from "../../../helpers/verify";

const temporary = temporaryFolders();

/** Two nodes that read and write a volume; speed 1 is that of the recorded output. */
const slurm =
  (speed: Readonly<Record<string, number>> = {}) =>
  (...args: readonly string[]): Promise<string> => {
    if (args[0] === "sinfo") return Promise.resolve("h100-0|idle|h100,gpu|none\nh100-1|idle|h100,gpu|none\n");
    if (args[0] !== "srun") return Promise.resolve("");
    const node = args.find((arg) => arg.startsWith("--nodelist="))!.slice("--nodelist=".length);
    const text = measured("fio-write-direct.json").replace(
      /"bw_bytes" : (\d+)/g,
      (_, value: string) => `"bw_bytes" : ${Math.round(Number(value) * (speed[node] ?? 1))}`,
    );
    return Promise.resolve(`== write\n${text}== read\n${text}`);
  };

async function run(root: string, speed?: Readonly<Record<string, number>>, ...more: readonly string[]) {
  const { context, texts } = captured(root);
  const args = [
    "research",
    "--only",
    "volume-lustre",
    ...(more.includes("--replay") ? [] : ["--out", join(root, "out")]),
  ];
  const code = await verifyCommand([...args, ...more], context, { slurm: slurm(speed) });
  return { code, ...texts() };
}

const fileIn = (root: string) => join(root, "config/environments/research.baseline.json");
const valuesIn = (root: string) =>
  parseBaseline(JSON.parse(readFileSync(fileIn(root), "utf8"))).figures.map(({ value }) => value);

test("what nobody has published becomes a floor when somebody says so, and what falls below it fails", async () => {
  const root = temporary();
  const first = await run(root);
  expect(first.errors).toContain("--keep-baseline makes what was measured the floor");
  expect((await run(root, {}, "--keep-baseline")).errors).toContain(
    "research.baseline.json is written, with a figure of now: commit it.",
  );
  const [value] = valuesIn(root);
  const well = await run(root);
  expect([well.code, well.printed]).toEqual([
    0,
    expect.stringMatching(/Lustre from each node +2 +0 +0 +0[^]*Config asks for 16 nodes of h100; known here are 2\./),
  ]);
  expect(well.errors).not.toContain("--keep-baseline");
  const { code, printed } = await run(root, { "h100-0": 0.8, "h100-1": 0.8 });
  expect(code).toBe(2);
  expect(printed).toContain(`(0.9 of ${value} MiB/s, the median of 4 runs of these machines`);
  expect((await run(root, undefined, "--replay", join(root, "out"))).code).toBe(2);
});

test("a better figure takes its place, a worse one never does, and is told", async () => {
  const root = temporary();
  await run(root, {}, "--keep-baseline");
  const before = valuesIn(root);
  await run(root, { "h100-0": 2, "h100-1": 2 }, "--keep-baseline");
  const better = valuesIn(root);
  expect(better.every((value, at) => value > 1.9 * before[at]!)).toBe(true);
  const worse = await run(root, { "h100-0": 1.85, "h100-1": 1.85 }, "--keep-baseline");
  expect(worse.errors).toContain("is as it was: nothing is new or better.");
  expect(valuesIn(root)).toEqual(better);
});

test("nothing is kept of a run in which something is wrong", async () => {
  const root = temporary();
  await run(root, {}, "--keep-baseline");
  const before = readFileSync(fileIn(root), "utf8");
  const { errors } = await run(root, { "h100-0": 0.1, "h100-1": 0.1 }, "--keep-baseline");
  expect(errors).toContain("research.baseline.json is as it was: Something is wrong.");
  expect(readFileSync(fileIn(root), "utf8")).toBe(before);
});

test("a baseline of other machines judges nobody", async () => {
  const root = temporary();
  await run(root, {}, "--keep-baseline");
  const text = readFileSync(fileIn(root), "utf8");
  writeFileSync(fileIn(root), text.replace(/"machines": "\w+"/g, '"machines": "000000000000"'));
  expect((await run(root, { "h100-0": 0.5, "h100-1": 0.5 })).code).toBe(0);
});

test.each([
  ["torn", '{"format": 1, "figures": [', /not JSON|JSON/],
  ["something else", '{"format": 2}', /is no baseline of verify/],
])("a file that is %s is an error before anything runs", async (_, text, message) => {
  const root = temporary();
  mkdirSync(dirname(fileIn(root)), { recursive: true });
  writeFileSync(fileIn(root), text);
  const { code, errors } = await run(root);
  expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
});

test("--keep-baseline with --replay is refused", async () => {
  const root = temporary();
  await run(root);
  const { code, errors } = await run(root, {}, "--replay", join(root, "out"), "--keep-baseline");
  expect([code, errors]).toEqual([1, expect.stringContaining("give one of them")]);
});
