import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trainingJobs } from "../../../constructs/training/training-jobs";
import { slurmSamples } from "../../../constructs/slurm/samples";
import { slurmSample } from "../../helpers/slurm";

// The real script in bash, with a scontrol and an srun that say what they were asked.

const layout = slurmSample({ containers: { kind: "none" } });
const image = "nvcr.io/nvidia/pytorch:25.06-py3";
const jobs = trainingJobs({ layout, gpuOf: () => ({ memoryGiB: 80, peakTflops: null }), image });
/** The sample goes back to the queue the same way. */
const pytorch = slurmSamples({ layout, ncclImage: null, containerImage: image })["pytorch.sbatch"]!;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** @param step what the tasks of the job do @param hosts what the launcher does before them */
function prepare(step: string, hosts = "echo node-0", more: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), "railyard-job-"));
  folders.push(folder);
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  program("scontrol", `echo "$@" >>${folder}/asked`);
  const launch = program("launch", `if [ "$1" = --hosts ]; then ${hosts}; else ${step}; fi`);
  writeFileSync(join(folder, "job"), jobs["ddp.sbatch"]!);
  const env = {
    PATH: `${folder}:${process.env["PATH"]}`,
    HOME: folder,
    RAILYARD_CHECKPOINTS: join(folder, "kept"),
    RAILYARD_SRUN: launch,
    SLURM_JOB_ID: "7",
    SLURM_JOB_NAME: "ddp",
    SLURM_JOB_NUM_NODES: "1",
    ...more,
  };
  const asked = () => (existsSync(join(folder, "asked")) ? readFileSync(join(folder, "asked"), "utf8") : "");
  const run = (also: NodeJS.ProcessEnv = {}) =>
    spawnSync("bash", ["job"], { cwd: folder, env: { ...env, ...also }, encoding: "utf8" });
  return { folder, env, asked, run };
}

/** Sends USR1 to the script when a file is there, lets it go on, and waits for its end. */
async function signalled({ folder, env }: ReturnType<typeof prepare>, file: string): Promise<void> {
  const child = spawn("bash", ["job"], { cwd: folder, env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (!existsSync(join(folder, file)) && child.exitCode === null) await pause(20);
  child.kill("SIGUSR1");
  writeFileSync(join(folder, "told"), "");
  await ended;
}

test("the sample with PyTorch, too, ends with what its processes ended with, however soon they did", () => {
  const { folder, run } = prepare("exit 7");
  writeFileSync(join(folder, "job"), pytorch);
  expect(run().status).toBe(7);
});

test("a job ends with what its processes ended with, however soon they did", () => {
  expect(prepare("exit 7").run().status).toBe(7);
  expect(prepare("exit 0").run().status).toBe(0);
  // the shell may have seen their end before the script looks for them
  const slow = prepare("exit 7");
  writeFileSync(join(slow.folder, "slow"), 'kill() { sleep 0.3; builtin kill "$@"; }\n');
  expect(slow.run({ BASH_ENV: join(slow.folder, "slow") }).status).toBe(7);
});

test("a job that is told of its end waits for its processes, and goes back to the queue once", async () => {
  const job = prepare(
    'touch "$HOME/runs"; until [ -e "$CHECKPOINTS/stop" ]; do sleep 0.05; done; echo saved >>"$HOME/asked"',
  );
  await signalled(job, "runs");
  expect(job.asked()).toBe("saved\nrequeue 7\n");
});

test("so does one that is told before any process runs", async () => {
  const job = prepare("exit 0", 'touch "$HOME/looks"; until [ -e "$HOME/told" ]; do sleep 0.05; done; echo node-0');
  await signalled(job, "looks");
  expect(job.asked()).toBe("requeue 7\n");
});

test("a file that asked an earlier job to end does not ask the next", () => {
  const job = prepare('[ ! -e "$CHECKPOINTS/stop" ]');
  mkdirSync(join(job.folder, "kept", "ddp"), { recursive: true });
  writeFileSync(join(job.folder, "kept", "ddp", "stop"), "");
  expect(job.run().status).toBe(0);
});

test("a training that drift starts does not go on with the steps of another one, and with its own when it is queued again", () => {
  const job = prepare(': >"$CHECKPOINTS/step-1"');
  const started = { RAILYARD_NEW_RUN: "claim", SLURM_JOB_NAME: "ddp-0123456789" };
  expect(job.run().status).toBe(0);
  expect(job.run(started).status).toBe(0);
  expect(job.run({ ...started, SLURM_RESTART_COUNT: "1" }).status).toBe(0);
  expect(job.run(started)).toMatchObject({ status: 1, stderr: expect.stringContaining("has files of another run") });
  writeFileSync(join(job.folder, "job"), pytorch);
  expect(job.run({ RAILYARD_NEW_RUN: "claim" }).status).toBe(1);
});

test("a folder that containers cannot be told is refused, and one beside the job is told by its whole path", () => {
  const refused = prepare("touch ran", undefined, { RAILYARD_CHECKPOINTS: "a,b" }).run();
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("no folder with a comma or a colon")]);
  const beside = prepare('echo "$CHECKPOINTS"', undefined, { RAILYARD_CHECKPOINTS: "beside" });
  expect(beside.run().stdout).toBe(`${join(beside.folder, "beside", "ddp")}\n`);
});

test("where the variable of a store names a bucket, checkpoints go to the folder that they would go to without it", () => {
  const bucket = prepare('echo "$CHECKPOINTS"', undefined, { RAILYARD_CHECKPOINTS: "s3://checkpoints/iron/" });
  expect(bucket.run()).toMatchObject({ status: 0, stdout: `${join(bucket.folder, "checkpoints", "ddp")}\n` });
});

test("two jobs of a name do not run at once: they have one folder of checkpoints", () => {
  for (const [name, text] of Object.entries(jobs))
    if (name.endsWith(".sbatch")) expect(text).toContain("#SBATCH --dependency=singleton\n");
});

test("JAX meets where the job says, and leaves each task all GPUs of its node", () => {
  const source = jobs["jax_train.py"]!;
  const join_ = source.slice(source.indexOf("def join("), source.indexOf("def main("));
  const { stdout, stderr } = spawnSync(
    "python3",
    [
      "-c",
      `import os\nclass jax:\n  class distributed:\n    initialize = staticmethod(lambda *a, **k: print(a, k))\n${join_}\njoin()`,
    ],
    {
      env: {
        PATH: process.env["PATH"],
        SLURM_NTASKS: "4",
        SLURM_PROCID: "3",
        SLURM_LOCALID: "0",
        SLURM_STEP_NODELIST: "node-[0-3]",
        MASTER_ADDR: "node-2",
        MASTER_PORT: "20007",
      },
      encoding: "utf8",
    },
  );
  expect([stdout.trim(), stderr]).toEqual(["('node-2:20007', 4, 3) {'cluster_detection_method': 'deactivate'}", ""]);
});
