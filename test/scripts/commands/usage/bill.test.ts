import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_GROUP_TAG } from "../../../../scripts/commands/usage/bill-command";
import { billed } from "../../../../scripts/commands/usage/billed";
import { usageCommand } from "../../../../scripts/commands/usage/command";
import type { Usage } from "../../../../scripts/commands/usage/usage";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import type { Json } from "../../../helpers/synth";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** What real Slurm recorded of a minute, told as that of its day: AWS bills whole days. */
function recorded(folder: string): string {
  const file = join(folder, "usage.json");
  const text = JSON.parse(readFileSync(join(ROOT, "test/fixtures/usage/slurm-26.05.json"), "utf8")) as Json;
  const [from, to] = ["2026-11-23", "2026-11-24"].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  writeFileSync(file, JSON.stringify({ ...text, period: { from, to } }));
  return file;
}

const sum = (key: string, amount: string, unit = "USD") => ({
  Keys: [`${NODE_GROUP_TAG}$${key}`],
  Metrics: { AmortizedCost: { Amount: amount, Unit: unit } },
});
/** As `aws ce get-cost-and-usage` prints it. */
const BILL = {
  GroupDefinitions: [{ Type: "TAG", Key: NODE_GROUP_TAG }],
  ResultsByTime: [
    {
      TimePeriod: { Start: "2026-11-23", End: "2026-11-24" },
      Total: {},
      Groups: [sum("", "52.10"), sum("h100", "1500.50"), sum("cpu", "70"), sum("gone", "3.4E-1")],
      Estimated: true,
    },
  ],
  DimensionValueAttributes: [],
};

async function run(bill: unknown, ...args: string[]) {
  const folder = temporary();
  const file = join(folder, "bill.json");
  writeFileSync(file, typeof bill === "string" ? bill : JSON.stringify(bill));
  const { context, texts } = captured(ROOT, new Date("2026-11-24T09:00:00Z"));
  const code = await usageCommand(["research", "--replay", recorded(folder), "--bill", file, ...args], context, {});
  return { code, ...texts() };
}

test("accounts of Slurm, what was drained and what was idle add up to what AWS billed", async () => {
  const { bill, rows } = JSON.parse((await run(BILL, "--json")).printed) as Usage;
  expect(bill!.usd).toBeCloseTo(1622.94, 9);
  const all = [...bill!.parts, ...bill!.undivided];
  expect(all.reduce((whole, { usd }) => whole + usd, 0)).toBeCloseTo(1622.94, 9);
  const ofGpus = bill!.parts.reduce((whole, { usd }) => whole + usd, 0);
  expect(ofGpus).toBeCloseTo(1500.5, 9);
  // each account as its rows have it
  for (const team of ["vision", "language"]) {
    const hours = rows.filter((row) => row.team === team).reduce((whole, { gpuHours }) => whole + gpuHours, 0);
    expect(bill!.parts.find((part) => part.team === team)!.gpuHours).toBeCloseTo(hours, 9);
  }
  expect(bill!.undivided.map(({ what }) => what)).toEqual([
    "node group cpu: it has no GPUs",
    "node group gone: config does not have it",
    "what has no node group: control plane, storage, traffic",
  ]);
});

test("the table has tags of AWS beside accounts of Slurm", async () => {
  const { printed } = await run(BILL);
  expect(printed).toMatch(/^ {2}h100 +language +used +0\.34 +\$\d/m);
  expect(printed).toMatch(/^ {2}h100 +nobody +idle /m);
  expect(printed).toMatch(/^ {2}in all +\$1,622\.94$/m);
  expect(printed).toContain("AmortizedCost of AWS, which may still change");
});

test("groups of one type are divided together, and where Slurm knows of no GPU nothing is", () => {
  const { env } = sample();
  const bill = { metric: "AmortizedCost", isEstimated: false, rest: 0, groups: new Map([["h100", 100]]) };
  const h100 = { type: "h100", gpuHours: 10, used: 6, out: 1, idle: 3, usdPerGpuHour: null };
  const held = [{ team: "vision", type: "h100", gpuHours: 6 }];
  expect(billed(env, bill, { gpus: [h100], held }).parts.map(({ team, what, usd }) => [team, what, usd])).toEqual([
    ["vision", "used", 60],
    [null, "drained or down", 10],
    [null, "idle", 30],
  ]);
  expect(billed(env, bill, { gpus: [], held: [] })).toMatchObject({
    parts: [],
    undivided: [{ what: "node group h100: Slurm knows of no GPU of its type in that time", usd: 100 }],
  });
});

const [ONE] = BILL.ResultsByTime;
test.each([
  [
    "another time",
    { ...BILL, ResultsByTime: [{ ...ONE, TimePeriod: { Start: "2026-11-22", End: "2026-11-24" } }] },
    "whole days in UTC",
  ],
  ["another tag", { ...BILL, GroupDefinitions: [{ Type: "TAG", Key: "team" }] }, "GroupDefinitions.0.Key"],
  ["another currency", { ...BILL, ResultsByTime: [{ ...ONE, Groups: [sum("h100", "1", "CNY")] }] }, "Unit"],
  ["no amount", { ...BILL, ResultsByTime: [{ ...ONE, Groups: [sum("h100", "free")] }] }, "Amount"],
  [
    "two sums",
    {
      ...BILL,
      ResultsByTime: [
        {
          ...ONE,
          Groups: [
            { ...sum("h100", "1"), Metrics: { ...sum("", "1").Metrics, BlendedCost: { Amount: "2", Unit: "USD" } } },
          ],
        },
      ],
    },
    "several sums",
  ],
  ["a part of an answer", { ...BILL, NextPageToken: "x" }, "one of several pages"],
  ["no answer", "An error occurred (AccessDenied)", "bill.json"],
])("a bill of %s is refused, with what asks for the right one", async (_, bill, words) => {
  const { code, errors, printed } = await run(bill);
  expect([code, printed]).toEqual([1, ""]);
  expect(errors).toContain(words);
  expect(errors).not.toMatch(/^ +at /m);
});
