import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";

const root = mkdtempSync(join(tmpdir(), "railyard-loader-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Stands for the package: it gives the names of its shards, one after the other, and waits for each batch of them. */
const WEBDATASET = `
import itertools, os, time
class WebDataset:
    def __init__(self, shards, **_):
        self.shards = shards
    def repeat(self):
        return self
    def __iter__(self):
        for number, shard in enumerate(itertools.cycle(self.shards)):
            if os.environ.get("EMPTY"):
                return
            time.sleep(0.01)
            with open(os.environ["SEEN"], "a") as file:
                file.write(os.path.basename(shard) + "\\n")
            yield number
`;

beforeAll(() => {
  for (const name of ["loader.py", "shards.py", "railyard_telemetry.py"])
    writeFileSync(join(root, name), trainingPrograms()[name]!);
  mkdirSync(join(root, "packages"));
  writeFileSync(join(root, "packages/webdataset.py"), WEBDATASET);
  mkdirSync(join(root, "data"));
  for (const shard of [0, 1, 2, 3]) writeFileSync(join(root, `data/train-${shard}.tar`), "");
});

function load(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync("python3", ["loader.py", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: join(root, "packages"), SEEN: join(root, "seen"), ...env },
  });
  return { status, stdout, stderr };
}

test("what a process waits for its own shards is told apart from what stands for the GPU", () => {
  const { status, stdout } = load(
    ["data", "--reader=webdataset", "--batch=2", "--steps=5", "--compute-ms=30", "--log=log"],
    { RANK: "0", WORLD_SIZE: "2" },
  );
  expect(status).toBe(0);
  const summary = JSON.parse(stdout.trim().split("\n").at(-1)!) as { meanWaitSeconds: number; waitShare: number };
  expect(summary).toMatchObject({ rank: 0, reader: "webdataset" });
  // two samples of 10 ms each, and 30 ms of standing still, which is no waiting
  expect(summary.meanWaitSeconds).toBeGreaterThan(0.019);
  expect(summary.waitShare).toBeCloseTo(summary.meanWaitSeconds / (summary.meanWaitSeconds + 0.03), 9);
  const rows = readFileSync(join(root, "log/steps.jsonl"), "utf8").trim().split("\n");
  expect(rows).toHaveLength(5);
  const row = JSON.parse(rows[2]!) as { data_wait_seconds: number; step_seconds: number };
  expect(row.data_wait_seconds).toBeGreaterThan(0.019);
  expect(row.step_seconds).toBeGreaterThan(row.data_wait_seconds + 0.029);
  expect(new Set(readFileSync(join(root, "seen"), "utf8").trim().split("\n"))).toEqual(
    new Set(["train-0.tar", "train-2.tar"]),
  );
});

test.each<[string, readonly string[], Record<string, string>, string]>([
  ["fewer shards than processes", ["data", "--reader=webdataset"], { SLURM_NTASKS: "9" }, "has 4 shards"],
  ["shards of another kind", ["data", "--reader=tf.data"], {}, "has 0 shards that tf.data reads"],
  ["a folder that is not there", ["none", "--reader=dali"], {}, "none cannot be read: No such file"],
  ["a package that is not there", ["data", "--reader=dali"], {}, "there is no DALI"],
  ["shards without samples", ["data", "--reader=webdataset"], { EMPTY: "1" }, "data ended at step 1"],
  ["a number that is none", ["data", "--reader=webdataset", "--batch=0"], {}, "write a whole number from 1 on"],
])("%s: code 2, in words", (_, args, env, why) => {
  expect(load(args, env)).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
});
