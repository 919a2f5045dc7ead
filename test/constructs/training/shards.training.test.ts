import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { ROOT } from "../../helpers/process";

// The packages webdataset and tfrecord themselves, which need no PyTorch for this: `npm run test:training`.

const PYTHON = process.env["RAILYARD_DATA_PYTHON"] ?? join(ROOT, ".cache/data/bin/python");
const root = mkdtempSync(join(tmpdir(), "railyard-shards-real-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes shards, and reads them in two epochs as all workers of all processes would. */
const PROGRAM = `
import io, json, os, struct, sys, tarfile
import numpy as np, webdataset as wds, shards, tfrecord
from tfrecord.reader import tfrecord_loader

def write_tars(folder, counts):
    os.makedirs(folder)
    number = 0
    for shard, count in enumerate(counts):
        with wds.TarWriter(f"{folder}/train-{shard:06d}.tar") as sink:
            for _ in range(count):
                sink.write({"__key__": f"a.b/{number:06d}", "jpg": b"x" * (number % 700), "seg.cls": str(number).encode(), "json": {"n": number}})
                number += 1

def write_records(folder, counts):
    os.makedirs(folder)
    number = 0
    for shard, count in enumerate(counts):
        writer = tfrecord.TFRecordWriter(f"{folder}/train.tfrecord-{shard:05d}-of-{len(counts):05d}")
        for _ in range(count):
            writer.write({"n": (number, "int"), "text": (b"x" * (number % 300), "byte")})
            number += 1
        writer.close()

def tar_worker(folder, process, processes, worker, workers, epoch):
    os.environ.update(RANK=str(process), WORLD_SIZE=str(processes), WORKER=str(worker), NUM_WORKERS=str(workers))
    found = wds.WebDataset(shards.shards_in(folder), nodesplitter=wds.split_by_node, workersplitter=wds.split_by_worker, shardshuffle=100, seed=epoch + 7 * process, empty_check=False)
    return [int(each["seg.cls"]) for each in found.shuffle(50)]

def record_worker(folder, process, processes, worker, workers, _):
    mine = shards.of_process(shards.shards_in(folder), process, processes)[worker::workers]
    return [int(each["n"][0]) for path in mine for each in tfrecord_loader(path, None, {"n": "int"})]

def epoch(read, folder, processes, workers, number):
    """Numbers of samples by process."""
    return [sorted(n for worker in range(workers) for n in read(folder, process, processes, worker, workers, number)) for process in range(processes)]

cases = []
for counts, processes, workers in [([25] * 12, 4, 3), ([25] * 12, 5, 2), ([25] * 11 + [24], 6, 2), ([25] * 3, 4, 1), ([7] * 16, 2, 4)]:
    for kind, write, read in [("tar", write_tars, tar_worker), ("tfrecord", write_records, record_worker)]:
        folder = f"{kind}-{len(cases)}"
        write(folder, counts)
        said = shards.look(shards.shards_in(folder), processes, workers)
        runs = [epoch(read, folder, processes, workers, number) for number in range(2)]
        cases.append({
            "kind": kind,
            "faults": len(said["faults"]),
            "counted": said["samples"] == sum(counts),
            "once": [sorted(n for each in run for n in each) == list(range(sum(counts))) for run in runs],
            "asSaid": [[min(map(len, run)), max(map(len, run))] == [said["samplesOfProcess"]["least"], said["samplesOfProcess"]["most"]] for run in runs],
            "even": len({len(each) for each in runs[0]}) == 1,
            "idle": sum(not read(folder, process, processes, worker, workers, 0) for process in range(processes) for worker in range(workers)),
        })
print(json.dumps(cases))`;

interface Case {
  readonly kind: string;
  readonly faults: number;
  readonly counted: boolean;
  readonly once: readonly boolean[];
  readonly asSaid: readonly boolean[];
  readonly even: boolean;
  readonly idle: number;
}

test("real readers give each sample to one worker in an epoch, and processes have as many as shards.py says", () => {
  if (!existsSync(PYTHON) || spawnSync(PYTHON, ["-c", "import webdataset, tfrecord, numpy"]).status !== 0)
    throw new Error(
      `${PYTHON} has no webdataset and tfrecord: python3 -m venv .cache/data && .cache/data/bin/pip install webdataset tfrecord numpy`,
    );
  writeFileSync(join(root, "shards.py"), trainingPrograms()["shards.py"]!);
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-c", PROGRAM], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: process.env["PYTHONPATH"] },
  });
  if (status !== 0) throw new Error(stderr);
  const cases = JSON.parse(stdout.trim().split("\n").at(-1)!) as Case[];
  expect(cases).toHaveLength(10);
  for (const { counted, once, asSaid } of cases)
    expect({ counted, once, asSaid }).toEqual({ counted: true, once: [true, true], asSaid: [true, true] });
  // what shards.py lets pass is even and has no idle worker; what is not, it names
  for (const { faults, even, idle } of cases) expect(faults === 0).toBe(even && idle === 0);
  expect(cases.map(({ faults }) => faults)).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 0, 0]);
});
