import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";

// Real PyTorch on CPUs: `npm run test:training`.

const root = mkdtempSync(join(tmpdir(), "railyard-training-"));
const children = new Set<ChildProcess>();
let port = 21_000 + (process.pid % 3000);

afterAll(() => {
  for (const child of children) kill(child);
  rmSync(root, { recursive: true, force: true });
});

const ENV = {
  ...process.env,
  PATH: `${dirname(TRAINING_PYTHON)}:${process.env["PATH"]}`,
  OMP_NUM_THREADS: "1",
  DS_ACCELERATOR: "cpu",
  JAX_PLATFORMS: "cpu",
  // without it gloo cannot start again: https://github.com/pytorch/pytorch/issues/134446
  TORCH_DISABLE_SHARE_RDZV_TCP_STORE: "1",
  // what the machine that runs the tests is a part of
  SLURM_NTASKS: "1",
};

interface Started {
  readonly child: ChildProcess;
  readonly text: () => string;
  readonly ended: Promise<number | null>;
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...ENV, ...env },
    detached: true,
  });
  children.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += String(part)));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return { child, text: () => text, ended };
}

/** Processes that a process started, and those that they did: torchrun gives each of its own a group of processes. */
function startedBy(pid: number): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...startedBy(Number(child))]);
}

/** With all that it started, as a node that is lost. */
function kill(child: ChildProcess): void {
  for (const pid of [child.pid!, ...startedBy(child.pid!)])
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended
    }
}

const BATCH = ["--global-batch=12", "--micro-batch=1", "--learning-rate=3e-3"];
const torchrun = (processes: number, args: readonly string[], more: readonly string[] = []) =>
  start("torchrun", ["--standalone", `--nproc-per-node=${processes}`, ...more, ...args]);

/** To its end, and without a fault. */
async function done(started: Started): Promise<string> {
  expect([await started.ended, started.text()]).toEqual([0, started.text()]);
  return started.text();
}

interface Step {
  readonly step: number;
  readonly loss: number;
  readonly processes: number;
}

const steps = (folder: string): Step[] =>
  existsSync(join(root, folder, "steps.jsonl"))
    ? readFileSync(join(root, folder, "steps.jsonl"), "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .map((line) => JSON.parse(line) as Step)
    : [];

async function until(what: () => boolean, started: Started): Promise<void> {
  while (!what()) {
    if (started.child.exitCode !== null) throw new Error(`it ended: ${started.text()}`);
    await pause(50);
  }
}

const reached = (folder: string, step: number, started: Started, processes?: number) =>
  until(
    () => steps(folder).some((each) => each.step >= step && (processes === undefined || each.processes === processes)),
    started,
  );

/** Losses by step, where the later one counts, and each time that a step was done it had the same. */
function sameLosses(folder: string, expected: ReadonlyMap<number, number>): void {
  const found = steps(folder);
  expect(new Set(found.map(({ step }) => step))).toEqual(new Set(expected.keys()));
  for (const { step, loss } of found) expect([step, Math.abs(loss - expected.get(step)!) < 2e-3]).toEqual([step, true]);
}

/** What 60 steps give when nothing happens, on one process. */
const undisturbed = new Map<number, number>();
const LAST = 60;

beforeAll(async () => {
  requireTraining();
  for (const [name, text] of Object.entries(trainingPrograms())) writeFileSync(join(root, name), text);
  await done(
    torchrun(1, [
      "train.py",
      ...BATCH,
      "--micro-batch=4",
      `--steps=${LAST}`,
      "--checkpoints=alone",
      "--checkpoint-every=30",
    ]),
  );
  for (const { step, loss } of steps("alone")) undisturbed.set(step, loss);
  expect(undisturbed.size).toBe(LAST);
  expect(undisturbed.get(LAST)!).toBeLessThan(undisturbed.get(1)! - 1);
});

const RUN = ["train.py", ...BATCH, `--steps=${LAST}`, "--checkpoint-every=10"];

test("a process that is killed takes no step along that a checkpoint has, and the losses are the same", async () => {
  const started = torchrun(4, [...RUN, "--checkpoints=killed"], ["--max-restarts=2"]);
  await reached("killed", 26, started);
  const worker = startedBy(started.child.pid!).at(-1)!;
  process.kill(worker, "SIGKILL");
  const text = await done(started);
  expect(text).toContain("starts at step 20 with 4 processes");
  sameLosses("killed", undisturbed);
});

test("an agent that is lost leaves its work to the others, and a new one takes part again", async () => {
  const store = ++port;
  const meeting = start("python", ["rendezvous.py", String(store)]);
  await until(() => meeting.text().includes("agents meet"), meeting);
  const agent = () =>
    start("torchrun", [
      "--nnodes=1:2",
      "--nproc-per-node=2",
      "--max-restarts=20",
      "--rdzv-backend=c10d",
      "--rdzv-id=1",
      `--rdzv-endpoint=127.0.0.1:${store}`,
      "--rdzv-conf=is_host=0",
      "--local-addr=127.0.0.1",
      ...RUN,
      // the later one counts: long enough for what happens below
      "--steps=400",
      "--checkpoints=elastic",
    ]);
  const [first, second] = [agent(), agent()];
  await reached("elastic", 15, first, 4);
  kill(second.child);
  await reached("elastic", 25, first, 2);
  const third = agent();
  const before = steps("elastic").at(-1)!.step;
  await reached("elastic", before + 10, first, 4);
  writeFileSync(join(root, "elastic", "stop"), "");
  await Promise.all([done(first), done(third)]);
  kill(meeting.child);
  for (const { step, loss } of steps("elastic"))
    if (step <= LAST) expect([step, Math.abs(loss - undisturbed.get(step)!) < 2e-3]).toEqual([step, true]);
});

test("FSDP2 has the losses of DDP; what two processes wrote one reads; and a file asks for a checkpoint", async () => {
  const run = (processes: number) =>
    torchrun(processes, [...RUN, "--parallel=fsdp2", "--recompute", "--checkpoints=sharded"]);
  const two = run(2);
  await reached("sharded", 13, two);
  writeFileSync(join(root, "sharded", "stop"), "");
  const text = await done(two);
  const stopped = Number(/stopped at step (\d+)/.exec(text)![1]);
  expect(readFileSync(join(root, "sharded", "latest"), "utf8").trim()).toBe(`step-${String(stopped).padStart(8, "0")}`);
  rmSync(join(root, "sharded", "stop"));
  expect(await done(run(1))).toContain(`starts at step ${stopped} with 1 processes`);
  sameLosses("sharded", undisturbed);
});

test("a torn checkpoint is not read: the one before is, and where none is whole nothing begins again", async () => {
  const run = (last: number) => torchrun(2, [...RUN, `--steps=${last}`, "--checkpoints=torn"]);
  await done(run(30));
  const own = readdirSync(join(root, "torn", "step-00000030")).find((name) => name.startsWith("__1"))!;
  truncateSync(join(root, "torn", "step-00000030", own), 100);
  const text = await done(run(LAST));
  expect(text).toContain(`the checkpoint of step 30 is not read: ${own} is not what was written`);
  expect(text).toContain("starts at step 20 with 2 processes");
  expect(readdirSync(join(root, "torn")).filter((name) => name.includes("broken"))).toHaveLength(1);
  sameLosses("torn", undisturbed);

  for (const name of readdirSync(join(root, "torn")))
    if (/^step-\d+$/.test(name)) rmSync(join(root, "torn", name, "sums-1.json"));
  const refused = run(LAST + 1);
  expect(await refused.ended).not.toBe(0);
  expect(refused.text()).toContain("is whole: see why, or say another folder");
});

test("a disk that takes no checkpoint is told, and three failures end the job", async () => {
  // no file may have more than 100 KiB
  const limited = 'ulimit -f 100 && exec "$@"';
  const torchrunAlone = [join(dirname(TRAINING_PYTHON), "torchrun"), "--standalone", "--nproc-per-node=1"];
  const started = start("bash", ["-c", limited, "-", ...torchrunAlone, ...RUN, "--checkpoints=full"]);
  expect(await started.ended).not.toBe(0);
  expect(started.text()).toContain("the checkpoint of step 10 failed: OSError: [Errno 27] File too large");
  expect(started.text()).toContain("3 checkpoints failed one after the other");
  expect(readdirSync(join(root, "full")).filter((name) => /^step-\d+$|^latest$/.test(name))).toEqual([]);
});

test("DeepSpeed's ZeRO 3 goes on from its checkpoint, and its losses are those of ZeRO 1", async () => {
  const run = (zero: number, last: number, folder: string) =>
    done(
      torchrun(2, [
        "deepspeed_train.py",
        ...BATCH,
        `--zero=${zero}`,
        `--steps=${last}`,
        "--checkpoint-every=5",
        `--checkpoints=${folder}`,
      ]),
    );
  await run(1, 12, "zero1");
  await run(3, 7, "zero3");
  expect(await run(3, 12, "zero3")).toContain("starts at step 7 with 2 processes and ZeRO 3");
  const alone = torchrun(1, ["deepspeed_train.py", ...BATCH, "--steps=13", "--checkpoints=zero3"]);
  expect(await alone.ended).not.toBe(0);
  expect(alone.text()).toContain(
    "step-00000012 was written by 2 processes, and DeepSpeed reads it with as many: there are 1",
  );
  expect(alone.text()).not.toContain("ZeRORuntimeException");
  sameLosses("zero3", new Map(steps("zero1").map(({ step, loss }) => [step, loss])));
});

test("JAX divides the batch among processes, and goes on from what Orbax wrote", async () => {
  const run = async (processes: number, last: number, folder: string) => {
    const coordinator = `127.0.0.1:${++port}`;
    const all = Array.from({ length: processes }, (_, place) =>
      start(
        "python",
        [
          "jax_train.py",
          "--width=64",
          "--global-batch=32",
          "--learning-rate=0.05",
          `--steps=${last}`,
          `--checkpoints=${folder}`,
          "--checkpoint-every=5",
        ],
        {
          ...(processes > 1 && { COORDINATOR: coordinator, PROCESSES: String(processes), PROCESS: String(place) }),
        },
      ),
    );
    const [text] = await Promise.all(all.map(done));
    return text!;
  };
  await run(1, 20, "jax1");
  await run(2, 8, "jax2");
  expect(await run(2, 20, "jax2")).toContain("starts at step 8 with 2 processes and 2 devices");
  const alone = new Map(steps("jax1").map(({ step, loss }) => [step, loss]));
  sameLosses("jax2", alone);
  expect(alone.get(20)!).toBeLessThan(alone.get(1)!);
});
