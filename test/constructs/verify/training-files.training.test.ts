import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkpointScript, drillScript, gemmScript, scalingScript } from "../../../constructs/verify/training-scripts";
import { judgeDrill } from "../../../scripts/verify/judge/drill";
import { parseCheckpoint } from "../../../scripts/verify/parse/checkpoint";
import { parseDrill } from "../../../scripts/verify/parse/drill";
import { parseGemm } from "../../../scripts/verify/parse/gemm";
import { parseScaling } from "../../../scripts/verify/parse/scaling";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";

// Real PyTorch on CPUs, two processes in place of two nodes: `npm run test:training`.

const folder = mkdtempSync(join(tmpdir(), "railyard-verify-training-"));
beforeAll(requireTraining);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What all tasks print, and whether anything of them stays. */
async function run(script: string, name: string, tasks = 2): Promise<string> {
  const texts = await Promise.all(
    Array.from({ length: tasks }, async (_, task) => {
      const child = spawn("bash", ["-c", script], {
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${dirname(TRAINING_PYTHON)}:${process.env["PATH"]}`,
          OMP_NUM_THREADS: "1",
          RAILYARD_TASK: String(task),
          RAILYARD_TASKS: String(tasks),
          RAILYARD_FIRST: "127.0.0.1",
          RAILYARD_RUN: name,
        },
      });
      let text = "";
      child.stdout.on("data", (part) => (text += String(part)));
      child.stderr.on("data", (part) => (text += String(part)));
      await new Promise((resolve) => child.on("close", resolve));
      return text;
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
  return texts.join("");
}

const PROGRAM = ["train.py", "--parallel=fsdp2", "--model=tiny", "--learning-rate=3e-3", "--peak-tflops=1"];

test("a CPU multiplies, and gives the same product each time", async () => {
  const [cpu, ...more] = parseGemm(await run(gemmScript([128, 128, 256], 1, 2), "gemm", 1));
  expect([cpu!.kind, cpu!.same, more]).toEqual(["cpu", true, []]);
});

test("each process reads the checkpoint of one of the other node", async () => {
  const text = await run(checkpointScript({ folder, mib: 16, each: 2 }), "checkpoint");
  expect(parseCheckpoint(text)).toMatchObject({ bytes: 64 * 2 ** 20, processes: 4, same: true });
});

test("nodes train by themselves, then together", async () => {
  const { alone, together } = parseScaling(
    await run(scalingScript({ gpus: 1, samples: 4, steps: 12, program: PROGRAM }), "scaling"),
    2,
  );
  expect(alone.map((steps) => steps.length)).toEqual([12, 12]);
  expect(together).toHaveLength(12);
  // the same samples give the same loss, whoever computes it
  expect(alone[0]!.at(-1)!.loss).toBe(alone[1]!.at(-1)!.loss);
});

test("a process and a node are killed, and the training goes on from its checkpoint with the same losses", async () => {
  const text = await run(drillScript({ folder, gpus: 1, samples: 4, steps: 60, every: 15, program: PROGRAM }), "drill");
  const expected = { nodes: 2, processes: 2, lastStep: 60, every: 15, mfu: null, holdsGoodput: false };
  const drill = parseDrill(text);
  expect(judgeDrill(drill, expected).findings).toEqual([]);
  expect(drill.faults.map(({ kind }) => kind)).toEqual(["process", "node"]);
});
