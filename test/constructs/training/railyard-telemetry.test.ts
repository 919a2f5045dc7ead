import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TRAINING_EXPORTER } from "../../../config/facts/metrics";
import { ROOT } from "../../helpers/process";
import { trainingPrograms } from "../../../constructs/training/training-files";

// Real Python, without any package.

const root = mkdtempSync(join(tmpdir(), "railyard-telemetry-"));
beforeAll(() => writeFileSync(join(root, "railyard_telemetry.py"), trainingPrograms()["railyard_telemetry.py"]!));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HEAD = `
import json, os, sys, time, urllib.request
import railyard_telemetry as told
from railyard_telemetry import Telemetry
`;
const JOB = { SLURM_JOB_ID: "7", SLURM_JOB_ACCOUNT: "red" };
const python = (text: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync("python3", ["-c", `${HEAD}\n${text}`], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
/** What it prints last, as JSON. */
function json<T>(text: string, env: NodeJS.ProcessEnv = {}): T {
  const { stdout, stderr } = python(text, env);
  expect(stderr).toBe("");
  return JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as T;
}
/** Samples by name and labels. */
const samples = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^(railyard_\w+\{.*\}) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  );

test("MFU is that which torchtitan publishes for 8B on H100", () => {
  // 8.03 thousand million weights less 0.525 of the embedding, 32 layers of 4096, 8,192 tokens
  const found = json<number[]>(`
flops = 6 * (8_030_261_248 - 128_256 * 4096) + 12 * 32 * 4096 * 8192
print(json.dumps([told.mfu(rate * 8, flops, 8, 989) for rate in (6785, 7865)]))`);
  expect(found[0]).toBeCloseTo(0.3973, 3);
  expect(found[1]).toBeCloseTo(0.4606, 3);
});

describe("a step", () => {
  let first: Record<string, number>, other: Record<string, number>;
  beforeAll(() => {
    [first, other] = json<[string, string]>(
      `
clock = [100.0]
told.time.perf_counter = lambda: clock[0]
def run(telemetry):
    for number in (1, 2):
        with telemetry.step(number, 4000) as step:
            with step.phase("data"): clock[0] += 0.5
            with step.phase("compute"): clock[0] += 1
            with step.phase("data"): clock[0] += 0.25
            with step.phase("checkpoint"): clock[0] += 0.25
            step.loss = 2.5
first = Telemetry(rank=0, world=4, flops_per_token=1e9, peak_tflops=1)
run(first)
with first.checkpoint(): clock[0] += 3
try:
    with first.checkpoint(): raise OSError
except OSError: pass
other = Telemetry(rank=3, world=4, local=3, flops_per_token=1e9, peak_tflops=1)
run(other)
other.checkpoint_written(1)
print(json.dumps([first.text(), other.text()]))`,
      { ...JOB, SLURM_JOB_ACCOUNT: 'a"}\nb' },
    ).map(samples) as [Record<string, number>, Record<string, number>];
  });
  const job = '{hpc_job="7",team="a___b"}';

  test("is told by the first process, with rates that follow from its parts", () => {
    expect(first).toMatchObject({
      [`railyard_training_steps_total${job}`]: 2,
      [`railyard_training_step_seconds_total${job}`]: 4,
      [`railyard_training_tokens_total${job}`]: 8000,
      [`railyard_training_checkpoint_stall_seconds_total${job}`]: 0.5,
      [`railyard_training_productive_seconds${job}`]: 3.5,
      [`railyard_training_loss${job}`]: 2.5,
      // 2,000 tokens a second of 1e9 on 4 GPUs of 1e12
      [`railyard_training_mfu_ratio${job}`]: 0.5,
      [`railyard_checkpoint_last_duration_seconds${job}`]: 3,
      [`railyard_checkpoint_successes_total${job}`]: 1,
      [`railyard_checkpoint_failures_total${job}`]: 1,
    });
  });

  test("is told of each process with its rank, and of the others nothing else", () => {
    const of = (rank: number) => `{hpc_job="7",team="a___b",rank="${rank}"}`;
    expect(other).toEqual({
      [`railyard_training_rank_steps_total${of(3)}`]: 2,
      [`railyard_training_rank_compute_seconds_total${of(3)}`]: 2,
      [`railyard_training_rank_data_wait_seconds_total${of(3)}`]: 1.5,
    });
    expect(first[`railyard_training_rank_compute_seconds_total${of(0)}`]).toBe(2);
  });
});

test("all names that it can tell are listed, and it tells no other", () => {
  const [listed, used] = json<[string[], string[]]>(
    `
clock = [0.0]
told.time.perf_counter = lambda: (clock.append(clock.pop() + 0.001), clock[0])[1]
for unit in ("tokens", "samples"):
    telemetry = Telemetry(rank=0, world=1, flops_per_token=1, peak_tflops=1, unit=unit)
    for number in range(12):
        with telemetry.step(number, 1) as step:
            step.loss = 1
            if number > 9: clock[0] += 1801
    telemetry.checkpoint_written(1)
    globals()[unit] = set(telemetry.values)
print(json.dumps([sorted(told.METRICS), sorted(tokens | samples)]))`,
    JOB,
  );
  expect(used).toEqual(listed);
  expect(Object.keys(TRAINING_EXPORTER.metrics).toSorted()).toEqual(listed);
  expect(readFileSync(join(ROOT, TRAINING_EXPORTER.version), "utf8")).toBe(trainingPrograms()["railyard_telemetry.py"]);
});

test("the steps of its first hour are told when that is over, without those with which it warms up", () => {
  const found = json<(number | null)[]>(
    `
clock = [0.0]
told.time.perf_counter = lambda: clock[0]
telemetry = Telemetry(rank=0, world=1)
found = []
def steps(first, count, seconds):
    for number in range(first, first + count):
        with telemetry.step(number, 1) as step:
            clock[0] += seconds
            with step.phase("checkpoint"): clock[0] += 1
    found.append(telemetry.values.get("railyard_training_first_hour_step_seconds"))
steps(1, 10, 500)
steps(11, 119, 30)
steps(130, 1, 30)
steps(131, 10, 90)
print(json.dumps(found))`,
    JOB,
  );
  expect(found).toEqual([null, null, 30, 30]);
});

test("what is not known is not told, and prints no number", () => {
  const { stdout, stderr } = python(
    `
telemetry = Telemetry(rank=0, world=1)
with telemetry.step(1, 10): pass
print(telemetry.text())`,
    JOB,
  );
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^step: 1 {2}tps: [\d,]+\n/);
  expect(stdout).not.toMatch(/mfu|loss|checkpoint_last/);
});

test("steps.jsonl begins a line, and a disk that takes none ends no training", () => {
  writeFileSync(join(root, "steps.jsonl"), '{"step": 1}\n{"st');
  const { stdout, stderr } = python(
    `
telemetry = Telemetry(rank=0, world=1, log=".")
def step(number):
    with telemetry.step(number, 10) as one: one.loss = 1.5
step(2)
telemetry.log.path = "/dev/full"
step(3)
step(4)`,
    JOB,
  );
  expect(stderr).toBe("");
  const lines = readFileSync(join(root, "steps.jsonl"), "utf8").trimEnd().split("\n");
  expect([lines.length, lines[1], (JSON.parse(lines[2]!) as { step: number }).step]).toEqual([3, '{"st', 2]);
  expect(stdout.match(/is not written/g)).toHaveLength(1);
  expect(stdout.match(/^step: /gm)).toHaveLength(3);
});

test("a step that is done again counts once for the goodput of its allocation, and those of earlier ones not at all", () => {
  const row = (step: number, at: number, step_seconds: number) =>
    JSON.stringify({ step, at, step_seconds, checkpoint_stall_seconds: 1 });
  const rows = [row(1, 50, 100), row(2, 150, 11), row(3, 160, 11), row(2, 170, 21), row(4, 180, 11), "[]", "{"];
  writeFileSync(join(root, "steps.jsonl"), `${rows.join("\n")}\n`);
  const found = json<Record<string, number>>(
    `
clock = [0.0]
told.time.perf_counter = lambda: clock[0]
told.time.time = lambda: 300.0
telemetry = Telemetry(rank=0, world=1, log=".")
telemetry.checkpoint_read(165)
with telemetry.step(3, 1): clock[0] += 5
print(json.dumps(telemetry.values))`,
    { ...JOB, SLURM_JOB_START_TIME: "100" },
  );
  expect(found["railyard_training_productive_seconds"]).toBe(25);
  expect(found["railyard_training_allocated_seconds"]).toBe(200);
});

test("files of the processes of a node are served as one answer, and are gone with their processes", () => {
  const [answer, missing, before, after] = json<[string, number, string[], string[]]>(
    `
import socket
with socket.socket() as free:
    free.bind(("", 0))
    os.environ["RAILYARD_TELEMETRY_PORT"] = str(free.getsockname()[1])
os.environ["RAILYARD_TELEMETRY"] = "node"
both = [Telemetry(rank=rank, world=2, local=rank) for rank in (0, 1)]
for each in both:
    with each.step(1, 10) as step: step.loss = 1.5
def ask(path):
    try:
        return urllib.request.urlopen("http://127.0.0.1:" + os.environ["RAILYARD_TELEMETRY_PORT"] + path).read().decode()
    except urllib.error.HTTPError as error:
        return error.code
answer, missing, before = ask("/metrics"), ask("/node/../"), sorted(os.listdir("node"))
for each in both: each.close()
print(json.dumps([answer, missing, before, os.listdir("node")]))`,
    JOB,
  );
  expect(before).toEqual(["0.prom", "1.prom"]);
  expect([missing, after]).toEqual([404, []]);
  const name = "railyard_training_rank_steps_total";
  expect(answer).toContain(
    `# TYPE ${name} counter\n${name}{hpc_job="7",team="red",rank="0"} 1.0\n${name}{hpc_job="7",team="red",rank="1"} 1.0\n`,
  );
  const kinds = answer.split("\n").filter((line) => line.startsWith("#"));
  expect(new Set(kinds).size).toBe(kinds.length);
});

test.each([
  ["a folder that cannot be made", { RAILYARD_TELEMETRY: "/proc/none" }, "there are no metrics: /proc/none"],
  [
    "OpenTelemetry that is not there",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" },
    "no spans are sent: No module named 'opentelemetry'",
  ],
])("%s is told in a line, and ends no training", (_, env, message) => {
  const { stdout, stderr, status } = python("with Telemetry(rank=0, world=1).step(1, 1): pass", { ...JOB, ...env });
  expect([status, stderr.trimEnd().split("\n").length, stderr]).toEqual([0, 1, expect.stringContaining(message)]);
  expect(stdout).toMatch(/^step: 1 /);
});

test.each(["0", "-1", "", "ten", "²"])("RAILYARD_TRACE_EVERY=%j is refused in a line", (every) => {
  const { status, stderr } = python("Telemetry(rank=0, world=1)", { ...JOB, RAILYARD_TRACE_EVERY: every });
  expect([status, stderr.trimEnd().split("\n").length, stderr]).toEqual([
    1,
    1,
    expect.stringContaining("write a number from 1 on"),
  ]);
});

describe("TensorBoard and Weights & Biases", () => {
  const STEPS = `
telemetry = Telemetry(rank=0, world=1)
for number in (1, 2):
    with telemetry.step(number, 1) as step: step.loss = 1
telemetry.close()`;
  const trackers = join(root, "railyard_trackers.py");
  beforeEach(() => writeFileSync(trackers, trainingPrograms()["railyard_trackers.py"]!));
  afterEach(() => rmSync(trackers, { force: true }));

  test("packages that are missing are told, each once, and end no training", () => {
    const env = { ...JOB, RAILYARD_TENSORBOARD: "board", RAILYARD_WANDB: "mine" };
    const { status, stdout, stderr } = python(STEPS, env);
    expect([status, stdout.match(/^step: /gm)?.length]).toEqual([0, 2]);
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringContaining("TensorBoard has no more of this run: ModuleNotFoundError"),
      expect.stringContaining("Weights & Biases has no more of this run: ModuleNotFoundError"),
    ]);
  });

  test("a service that fails is not asked again, and gets no value that nobody knows", () => {
    writeFileSync(
      join(root, "wandb.py"),
      `
class Run:
    def log(self, values, step):
        print("sent", sorted(values), step)
        if step == 2: raise OSError("gone\\nand more")
    def finish(self): print("finished")
def init(**about):
    print("began", about["project"], about["id"], about["resume"])
    return Run()
`,
    );
    const { status, stdout, stderr } = python(STEPS.replace("(1, 2)", "(1, 2, 3)"), { ...JOB, RAILYARD_WANDB: "mine" });
    rmSync(join(root, "wandb.py"));
    expect([status, stderr]).toEqual([0, "Weights & Biases has no more of this run: OSError: gone\n"]);
    const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("step: "));
    const names = "['checkpoint_stall_seconds', 'loss', 'step_seconds', 'tokens_per_second']";
    expect(lines).toEqual(["began mine 7 allow", `sent ${names} 1`, `sent ${names} 2`]);
  });

  test("a training that is asked for them, and does not have the file, says so", () => {
    rmSync(trackers);
    const { status, stderr } = python(STEPS, { ...JOB, RAILYARD_TENSORBOARD: "board" });
    expect([status, stderr]).toEqual([
      1,
      "RAILYARD_TENSORBOARD is set, and railyard_trackers.py does not lie beside this program\n",
    ]);
  });
});
