import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../helpers/process";

const root = mkdtempSync(join(tmpdir(), "railyard-shards-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Three records, as the package tfrecord 1.14 wrote them. */
const RECORDS = Buffer.from(
  "0e00000000000000c5e5693f0a0c0a0a0a016112051a030a01008e04754e" +
    "0e00000000000000c5e5693f0a0c0a0a0a016112051a030a010139e87850" +
    "0e00000000000000c5e5693f0a0c0a0a0a016112051a030a010298c6a0ec",
  "hex",
);

/** The bytes of a file in a tar: a head with its name and size, and blocks of 512. */
function member(name: string, text: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write("0000644\0", 100);
  head.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write("ustar\u000000", 257);
  head.write("0", 156);
  head.write("        ", 148);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  body.write(text);
  return Buffer.concat([head, body]);
}

/** A folder of shards with these numbers of samples, each of an image and its label. */
function dataset(name: string, counts: readonly number[]): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [shard, count] of counts.entries()) {
    const samples = Array.from({ length: count }, (_, at) => [
      member(`a.b/${shard}-${at}.jpg`, "x".repeat(600)),
      member(`a.b/${shard}-${at}.seg.cls`, "1"),
    ]);
    writeFileSync(
      join(folder, `train-${String(shard).padStart(6, "0")}.tar`),
      Buffer.concat([...samples.flat(), Buffer.alloc(1024)]),
    );
  }
  return folder;
}

function check(folder: string, processes: number, workers = 1) {
  const { status, stdout, stderr } = spawnSync(
    "python3",
    [join(ROOT, "constructs/training/files/shards.py"), folder, `--processes=${processes}`, `--workers=${workers}`],
    { encoding: "utf8" },
  );
  return [status, stdout, stderr];
}

test("shards that divide among all processes and their workers are well; folders with a dot in their name are no samples", () => {
  const folder = dataset("even", [5, 5, 5, 5, 5, 5, 5, 5]);
  expect(check(folder, 4, 2)).toEqual([
    0,
    expect.stringContaining("40 samples\n10 to 10 samples for each process\n"),
    "",
  ]);
});

test("workers without a shard, and processes with more of them than others, are said with numbers that work", () => {
  const folder = dataset("few", [5, 5, 5, 5, 5, 5, 5]);
  expect(check(folder, 3, 4)).toEqual([
    1,
    expect.any(String),
    "7 shards for 12 workers (3 processes × 4): 5 have nothing to read. Write 12 shards or more, or start fewer workers\n" +
      "7 shards do not divide among 3 processes: write 9 or 6, or repeat them without end and count steps\n",
  ]);
});

test("processes with more samples than others would wait for them", () => {
  expect(check(dataset("unequal", [5, 5, 5, 4]), 2)).toEqual([
    1,
    expect.any(String),
    "processes have 9 to 10 samples: the one with the fewest ends first. Write as many samples to each shard, or repeat them without end and count steps\n",
  ]);
});

test.each([
  ["in the middle of a file", 700, "ends at byte 1112, and the file at 700"],
  ["between two files", 1536, "it has no end"],
])("a shard that is cut %s is torn", (where, bytes, message) => {
  const folder = dataset(`cut ${where}`, [2]);
  truncateSync(join(folder, "train-000000.tar"), bytes);
  expect(check(folder, 1)).toEqual([1, expect.any(String), expect.stringContaining(`train-000000.tar is torn: `)]);
  expect(check(folder, 1)[2]).toContain(message);
});

test("records of TensorFlow are counted by their heads, whose sums are read", () => {
  const folder = join(root, "records");
  mkdirSync(folder);
  const file = join(folder, "train.tfrecord-00000-of-00001");
  writeFileSync(file, RECORDS);
  expect(check(folder, 1)).toEqual([0, expect.stringContaining(" 3 samples\n"), ""]);
  writeFileSync(file, RECORDS.with(31, 1));
  expect(check(folder, 1)[2]).toContain("record 1 at byte 30 has no head");
  writeFileSync(file, RECORDS.subarray(0, 80));
  expect(check(folder, 1)[2]).toContain("record 2 ends at byte 90, and the file at 80");
});

test("a folder without shards, and one that is not there, are said", () => {
  mkdirSync(join(root, "empty"));
  expect(check(join(root, "empty"), 1)).toEqual([
    2,
    "",
    expect.stringContaining("has no shard: files that end with .tar"),
  ]);
  expect(check(join(root, "nowhere"), 1)).toEqual([2, "", expect.stringContaining("cannot be read: No such file")]);
  expect(check(join(root, "empty"), 0)[0]).toBe(2);
});
