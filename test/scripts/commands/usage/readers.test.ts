import fc from "fast-check";
import { usageCsv } from "../../../../scripts/commands/usage/csv";
import { JOB_COLUMNS, readJobs } from "../../../../scripts/commands/usage/jobs";
import { readEvents } from "../../../../scripts/commands/usage/node-events";
import { usagePrices } from "../../../../scripts/commands/usage/prices";
import { tally, type UsageRow } from "../../../../scripts/commands/usage/tally";
import { sample } from "../../../helpers/environment";

const SEPARATOR = "@0123456789abcdef@";
const PERIOD = { from: 1000, to: 5000 };
const record = (comment: string, seconds = "60", job = "7") =>
  `${[job, "ann", "vision", "train", "q", "RUNNING", "cpu=8,gres/gpu=2", "n1", comment, seconds].join(SEPARATOR)}\n`;

test("whatever users write in a comment, every job is read, and none is made up", () => {
  const comment = fc.oneof(fc.string(), fc.constantFrom("\n", "|", "8\n", "60\n9", '"', "\n\n7@x", "\0"));
  fc.assert(
    fc.property(fc.array(comment, { maxLength: 5 }), (comments) => {
      const text = comments.map((one, index) => record(one, "60", String(index + 1))).join("");
      const jobs = readJobs(text, SEPARATOR);
      expect(jobs.map(({ job, comment: read }) => [job, read])).toEqual(
        comments.map((one, index) => [String(index + 1), one]),
      );
    }),
  );
});

test.each([
  "error: slurmdbd: down",
  record("x", "soon"),
  record("x").replace("gres/gpu=2", "two GPUs"),
  record("x", "60", "x7"),
])("what is not understood is refused and not left out: %j", (text) => {
  expect(() => readJobs(text, SEPARATOR)).toThrow("What sacct printed is not understood");
});

test("a job that waits has nothing, and the columns are those that are asked for", () => {
  expect(readJobs(record("", "60").replace("cpu=8,gres/gpu=2", ""), SEPARATOR)).toEqual([]);
  expect(JOB_COLUMNS).toHaveLength(10);
});

test("times of nodes end with the period, and reasons may have anything in them", () => {
  const text = [
    "c||10|Unknown||Cluster Registered TRES|cpu=8,gres/gpu:h100=8,gres/gpu=8|",
    "c|n1|900|2000|DRAIN|a|b|\nc|gres/gpu=8|x|cpu=8,gres/gpu=8|root(0)",
    "c|n2|5000|6000|DOWN|later|cpu=8,gres/gpu=8|root(0)",
    "",
  ].join("\n");
  const { capacity, out } = readEvents(text, PERIOD);
  expect(capacity).toEqual([{ from: 1000, to: 5000, gpus: new Map([["h100", 8]]) }]);
  expect(out).toEqual([
    { node: "n1", state: "DRAIN", reason: "a|b|\nc|gres/gpu=8|x", from: 1000, to: 2000, gpus: new Map([["gpu", 8]]) },
  ]);
  expect(() => readEvents("sacctmgr: error", PERIOD)).toThrow("What sacctmgr printed of nodes is not understood");
});

const h100 = { instanceType: "p5.48xlarge", nodes: 4 };

test("a GPU has its node's price by the number of its GPUs; where it may be one of several, there is none", () => {
  const { env } = sample({
    nodeGroups: {
      h100: { ...h100, capacity: { kind: "on-demand" }, zone: "us-east-1a" },
      l40s: { instanceType: "g6e.12xlarge", nodes: 2 },
    },
    prices: { "p5.48xlarge": { usd: 80, agreement: "contract", asOf: "2026-01-01" } },
  });
  const { gpuHour, cpuHour } = usagePrices(env);
  expect(gpuHour({ pool: "h100" })).toBe(10);
  expect(gpuHour({ type: "h100" })).toBe(10);
  expect(gpuHour({ pools: ["h100", "l40s"] })).toBeNull();
  expect(gpuHour({ pools: ["h100", "l40s"], type: "h100" })).toBe(10);
  expect(gpuHour({ pool: "gone" })).toBeNull();
  expect(cpuHour({ pool: "h100" })).toBe(0);
  expect(cpuHour({ pool: "cpu" })).toBeCloseTo(0.8064 / 16, 9);
});

test("a formula in a name is none in a spreadsheet", () => {
  const { env } = sample();
  const job = { ...readJobs(record(""), SEPARATOR)[0]!, user: "=cmd|' /C calc'!A0", account: '@"x"' };
  const sums = tally(env, { jobs: [job], events: { capacity: [], out: [] }, pods: [], poolOf: new Map() });
  const text = usageCsv(
    {
      ...sums,
      environment: "sample",
      costCenter: "c",
      from: "a",
      to: "b",
      tag: null,
      queues: [],
      bill: null,
      notes: [],
    },
    false,
  );
  expect(text).toContain(`,"'@""x""",'=cmd|' /C calc'!A0,`);
});

test("GPU-hours by any dimension are those of the jobs", () => {
  const { env } = sample();
  const jobs = fc.array(
    fc.record({
      job: fc.nat(20).map(String),
      user: fc.constantFrom("ann", "bob"),
      account: fc.constantFrom("vision", "speech"),
      partition: fc.constantFrom("train", "gone"),
      qos: fc.constant("q"),
      state: fc.constant("COMPLETED"),
      seconds: fc.integer({ min: 1, max: 100_000 }),
      cpus: fc.nat(192),
      gpus: fc
        .dictionary(fc.constantFrom("h100", "l40s"), fc.integer({ min: 1, max: 64 }))
        .map((one) => new Map(Object.entries(one))),
      nodes: fc.constantFrom("n1", "n[1-2]"),
      comment: fc.constantFrom("", "project=a", "x project=b;c"),
    }),
  );
  fc.assert(
    fc.property(jobs, (all) => {
      const { rows } = tally(env, {
        jobs: all,
        events: { capacity: [], out: [] },
        pods: [],
        poolOf: new Map(),
        tag: "project",
      });
      const hours = (of: readonly UsageRow[]) => of.reduce((sum, { gpuHours }) => sum + gpuHours, 0);
      const wanted = all.reduce(
        (sum, { gpus, seconds }) => sum + [...gpus.values()].reduce((a, b) => a + b, 0) * (seconds / 3600),
        0,
      );
      expect(hours(rows)).toBeCloseTo(wanted, 6);
      // what no price is known of is never free
      for (const { gpuHours, usd } of rows) if (gpuHours > 0 && usd !== null) expect(usd).toBeGreaterThan(0);
    }),
  );
});
