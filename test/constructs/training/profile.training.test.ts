import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";

// PyTorch's own profiler on CPUs: `npm run test:training`.

const root = mkdtempSync(join(tmpdir(), "railyard-profile-"));
beforeAll(() => {
  requireTraining();
  for (const [name, text] of Object.entries(trainingPrograms())) writeFileSync(join(root, name), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the reference job profiles the steps of the rank that it is asked for, and two of them are compared by name", () => {
  const env = (job: string, steps: string) => ({
    ...process.env,
    PATH: `${dirname(TRAINING_PYTHON)}:${process.env["PATH"]}`,
    OMP_NUM_THREADS: "1",
    SLURM_NTASKS: "1",
    SLURM_JOB_ID: job,
    RAILYARD_PROFILE: "torch",
    RAILYARD_PROFILE_STEPS: steps,
    RAILYARD_PROFILE_RANKS: "1",
  });
  const options = ["train.py", "--steps=7", "--measure", "--global-batch=4"];
  for (const [job, steps] of [
    ["1", "3"],
    ["2", "4-6"],
  ] as const) {
    const args = ["--standalone", "--nproc-per-node=2", ...options, `--checkpoints=${job}`];
    const { status, stderr } = spawnSync("torchrun", args, { cwd: root, env: env(job, steps), encoding: "utf8" });
    expect([status, stderr.includes("Traceback")]).toEqual([0, false]);
  }
  expect(readdirSync(join(root, "profiles/1")).toSorted()).toEqual([
    "rank-1.about.json",
    "rank-1.ops.json",
    "rank-1.trace.json.gz",
  ]);
  type Row = { readonly name: string; readonly calls: number };
  const calls = (job: string): number =>
    (JSON.parse(readFileSync(join(root, "profiles", job, "rank-1.ops.json"), "utf8")) as Row[]).find(
      ({ name }) => name === "aten::mm",
    )!.calls;
  expect(calls("2")).toBe(3 * calls("1"));
  const { stdout } = spawnSync(
    "python3",
    ["railyard_profile.py", "diff", "profiles/1/rank-1.ops.json", "profiles/2/rank-1.ops.json"],
    { cwd: root, encoding: "utf8" },
  );
  expect(stdout).toContain(`${calls("1")} -> ${calls("2")}  aten::mm\n`);
});
