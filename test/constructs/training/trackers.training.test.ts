import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";

// The real packages of TensorBoard and Weights & Biases, without network: `npm run test:training`.

const root = mkdtempSync(join(tmpdir(), "railyard-trackers-"));
beforeAll(() => {
  requireTraining();
  for (const name of ["railyard_telemetry.py", "railyard_trackers.py"])
    writeFileSync(join(root, name), trainingPrograms()[name]!);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PROGRAM = `
import json
from railyard_telemetry import Telemetry
telemetry = Telemetry(rank=0, world=1, flops_per_token=1e3, peak_tflops=1)
for number in (1, 2, 3):
    with telemetry.step(number, 10) as step: step.loss = 3.5 - number
telemetry.close()
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
board = EventAccumulator("board/7")
board.Reload()
print(json.dumps({tag: [[each.step, each.value] for each in board.Scalars(tag)] for tag in board.Tags()["scalars"]}))
`;

test("what a training told them is in their files", () => {
  const { stdout, status } = spawnSync(TRAINING_PYTHON, ["-c", PROGRAM], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      SLURM_JOB_ID: "7",
      RAILYARD_TENSORBOARD: "board",
      RAILYARD_WANDB: "mine",
      WANDB_MODE: "offline",
      WANDB_SILENT: "true",
    },
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const board = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as Record<string, [number, number][]>;
  expect(board["loss"]).toEqual([
    [1, 2.5],
    [2, 1.5],
    [3, 0.5],
  ]);
  expect(Object.keys(board).toSorted()).toEqual([
    "checkpoint_stall_seconds",
    "loss",
    "mfu",
    "step_seconds",
    "tokens_per_second",
  ]);
  const [run] = readdirSync(join(root, "wandb")).filter((name) => name.startsWith("offline-run-"));
  expect(readdirSync(join(root, "wandb", run!))).toContain("run-7.wandb");
});
