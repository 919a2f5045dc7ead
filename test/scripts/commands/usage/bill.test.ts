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
function recorded(folder: string, until = "2026-11-24"): string {
  const file = join(folder, "usage.json");
  const text = JSON.parse(readFileSync(join(ROOT, "test/fixtures/usage/slurm-26.05.json"), "utf8")) as Json;
  const [from, to] = ["2026-11-23", until].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
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
  return runUntil("2026-11-24", bill, ...args);
}

async function runUntil(until: string, bill: unknown, ...args: string[]) {
  const folder = temporary();
  const file = join(folder, "bill.json");
  writeFileSync(file, typeof bill === "string" ? bill : JSON.stringify(bill));
  const { context, texts } = captured(ROOT, new Date("2026-11-24T09:00:00Z"));
  const code = await usageCommand(
    ["research", "--replay", recorded(folder, until), "--bill", file, ...args],
    context,
    {},
  );
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
  expect(bill!.undivided.map(({ nodeGroup, why }) => `${nodeGroup}: ${why}`)).toEqual([
    "cpu: it has no GPUs",
    "gone: config does not have it",
    ": it has no tag of a node group, as control plane, file systems, traffic and capacity that nobody uses have none",
  ]);
  expect([bill!.untagged, bill!.notes]).toEqual([null, []]);
});

test("the table has tags of AWS beside accounts of Slurm", async () => {
  const { printed } = await run(BILL);
  expect(printed).toMatch(/^ {2}h100 +language +used +0\.34 +\$\d/m);
  expect(printed).toMatch(/^ {2}h100 +nobody +idle /m);
  expect(printed).toMatch(/^ {2}in all +\$1,622\.94$/m);
  expect(printed).toMatch(/^ {2}none +not divided +\$52\.10$/m);
  expect(printed).toContain("AmortizedCost of AWS, which may still change");
  // lines below a table are wrapped by the terminal's width, and its rows are not
  const rows = printed.split("\n").filter((line) => /\S {2,}\S/.test(line));
  expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80);
});

/** As `BILL`, with other groups. */
const costs = (...groups: readonly object[]) => ({
  ...BILL,
  ResultsByTime: [{ ...BILL.ResultsByTime[0]!, Groups: groups }],
});
const ofService = (key: string, service: string, amount: string) => ({
  ...sum(key, amount),
  Keys: [...sum(key, amount).Keys, service],
});
const BY_SERVICE = [...BILL.GroupDefinitions, { Type: "DIMENSION", Key: "SERVICE" }];

test("a tag that is not active is not taken for a control plane: what Slurm had is told beside it", async () => {
  const { code, printed } = await run(costs(sum("", "159650")));
  expect(code).toBe(0);
  expect(printed).toContain("none: it has no tag of a node group: nodes may be among it");
  expect(printed).toMatch(
    /nothing in the bill has the tag[^]*Slurm had [\d.]+ GPU-hours of h100, and the bill has no cost/,
  );
  expect(printed).toContain("may not be active as a cost allocation tag");
  expect(printed).toContain("--group-by Type=DIMENSION,Key=SERVICE");
  expect(printed).not.toContain("control plane");
});

test("where the bill knows services, instances among what has no tag are named, and their sum", async () => {
  const bill = {
    ...costs(
      ofService("h100", "Amazon Elastic Compute Cloud - Compute", "1500"),
      ofService("h100", "EC2 - Other", "10"),
      ofService("", "Amazon Elastic Compute Cloud - Compute", "900.5"),
      ofService("", "Amazon FSx", "40"),
    ),
    GroupDefinitions: BY_SERVICE,
  };
  const { printed } = await run(bill);
  expect(printed).toContain("none: it has no tag of a node group, and instances are among it");
  expect(printed).toContain("none, by service: Amazon Elastic Compute Cloud - Compute $900.50, Amazon FSx $40.00");
  expect(printed).toContain("$900.50 without the tag are of Amazon Elastic Compute Cloud - Compute");
  const { bill: read } = JSON.parse((await run(bill, "--json")).printed) as Usage;
  expect(read!.parts.reduce((all, { usd }) => all + usd, 0)).toBeCloseTo(1510, 9);
});

test("a spreadsheet has what AWS billed in lines of its own", async () => {
  const file = join(temporary(), "usage.csv");
  await run(BILL, "--csv", file);
  const lines = readFileSync(file, "utf8")
    .split("\r\n")
    .map((line) => line.split(","));
  const billed = lines.filter(([, , , , source]) => source === "aws");
  expect(billed.reduce((all, line) => all + Number(line.at(-2)), 0)).toBeCloseTo(1622.94, 3);
  expect(billed.some((line) => line[5] === "vision" && line.includes("used"))).toBe(true);
});

test("groups of one type are divided together, and where Slurm knows of no GPU nothing is", () => {
  const { env } = sample();
  const bill = {
    metric: "AmortizedCost",
    isEstimated: false,
    rest: 0,
    restByService: null,
    daysWithout: [],
    groups: new Map([["h100", 100]]),
  };
  const h100 = { type: "h100", gpuHours: 10, used: 6, out: 1, idle: 3, usdPerGpuHour: null };
  const held = [{ team: "vision", type: "h100", gpuHours: 6 }];
  expect(billed(env, bill, { gpus: [h100], held }).parts.map(({ team, what, usd }) => [team, what, usd])).toEqual([
    ["vision", "used", 60],
    [null, "drained or down", 10],
    [null, "idle", 30],
  ]);
  expect(billed(env, bill, { gpus: [], held: [] })).toMatchObject({
    parts: [],
    undivided: [{ nodeGroup: "h100", why: "Slurm knows of no GPU of its type in that time", usd: 100 }],
  });
});

const [ONE] = BILL.ResultsByTime;
test.each([
  [
    "another time",
    { ...BILL, ResultsByTime: [{ ...ONE, TimePeriod: { Start: "2026-11-22", End: "2026-11-24" } }] },
    "whole days in UTC",
  ],
  [
    "another tag",
    { ...BILL, GroupDefinitions: [{ Type: "TAG", Key: "team" }] },
    "GroupDefinitions: must be grouped by the tag",
  ],
  ["another currency", costs(sum("h100", "1", "EUR"), sum("cpu", "1", "EUR")), "is in EUR, and usage is told in USD"],
  ["no costs", costs(), "has no costs at all, which is not that nothing was billed"],
  [
    "no sum",
    costs(sum("h100", "1"), { ...sum("cpu", "1"), Metrics: {} }),
    "no sum for railyard:node-group$cpu on 2026-11-23",
  ],
  ["a group twice", costs(sum("h100", "1"), sum("h100", "1")), "railyard:node-group$h100 of 2026-11-23 twice"],
  ["a day twice", { ...BILL, ResultsByTime: [ONE, ONE] }, "has 2026-11-23 to 2026-11-24 twice"],
  [
    "a time that turns back",
    { ...BILL, ResultsByTime: [{ ...ONE, TimePeriod: { Start: "2026-11-23", End: "2026-11-23" } }, ONE] },
    "ends on 2026-11-23 what begins on 2026-11-23",
  ],
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

test("every day follows the one before: none is missing in the middle of a bill, and none is there twice", async () => {
  const day = (start: number, ...groups: object[]) => ({
    ...ONE,
    TimePeriod: { Start: `2026-11-${start}`, End: `2026-11-${start + 1}` },
    Groups: groups,
  });
  const [a, b, c] = [23, 24, 25].map((start) => day(start, sum("h100", "10")));
  const days = (...times: unknown[]) => runUntil("2026-11-26", { ...BILL, ResultsByTime: times });
  expect((await days(a, c)).errors).toContain("says nothing of 2026-11-24 to 2026-11-25: its sum would be another one");
  expect((await days(a, b, b, c)).errors).toContain("has 2026-11-24 to 2026-11-25 twice");
  // in any order, and a day without costs is told as unknown
  const { code, printed } = await days(c, a, day(24));
  expect([code, printed]).toEqual([0, expect.stringContaining("of 2026-11-24 the bill has no costs at all")]);
  expect((await days(c, a, b)).printed).toMatch(/^ {2}in all +\$30\.00$/m);
});
