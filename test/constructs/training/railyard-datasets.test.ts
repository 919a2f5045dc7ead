import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";

const root = mkdtempSync(join(tmpdir(), "railyard-datasets-"));
beforeAll(() => {
  for (const name of ["railyard_datasets.py", "railyard_telemetry.py", "railyard_trackers.py"])
    writeFileSync(join(root, name), trainingPrograms()[name]!);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function python(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync("python3", args, {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: root, ...env },
  });
  return { status, stdout, stderr };
}
const ask = (...args: readonly string[]) => python(["railyard_datasets.py", ...args]);

const META = { metaData: { id: "this-table" } };
const commit = (version: number) => `${`${version}`.padStart(20, "0")}.json`;

/** A table with the files of a log. */
function tableOf(name: string, files: Readonly<Record<string, object | string>>): string {
  const folder = join(root, name, "_delta_log");
  mkdirSync(folder, { recursive: true });
  for (const [file, value] of Object.entries(files))
    writeFileSync(join(folder, file), typeof value === "string" ? value : `${JSON.stringify(value)}\n`);
  return join(root, name);
}
const log = (versions: readonly number[]) =>
  Object.fromEntries(
    versions.map((version) => [commit(version), version === 0 ? META : { add: { path: `${version}` } }]),
  );

describe("a Delta table", () => {
  test("has the version of its newest commit, whatever else lies in the log", () => {
    const table = tableOf("usual", {
      ...log([0, 1, 2]),
      _last_checkpoint: "{}",
      "00000000000000000001.00000000000000000009.compacted.json": "{}",
      "00000000000000000007.json.tmp": "{}",
      ".00000000000000000008.json.crc": "",
      "9.json": "{}",
    });
    const { status, stdout } = ask("delta", table);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "delta", version: "2", table: "this-table" });
  });

  test.each([
    ["of one file", `${commit(12).slice(0, 20)}.checkpoint.parquet`],
    ["of several", `${commit(12).slice(0, 20)}.checkpoint.0000000001.0000000002.parquet`],
    ["with a name of its own", `${commit(12).slice(0, 20)}.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json`],
  ])("whose older commits are cleaned up is known by a checkpoint %s", (kind, checkpoint) => {
    const table = tableOf(kind, { ...log([13, 14]), [checkpoint]: "" });
    expect(JSON.parse(ask("delta", table).stdout)).toMatchObject({ version: "14" });
  });

  test("with a checkpoint alone has its version", () => {
    const table = tableOf("alone", { [`${commit(3).slice(0, 20)}.checkpoint.parquet`]: "" });
    expect(JSON.parse(ask("delta", table).stdout)).toEqual({ kind: "delta", version: "3" });
  });

  test.each([
    ["lacks a commit", log([0, 1, 3]), "has no commit 2 in its log, and has 3"],
    ["begins in the middle", log([4]), "has no commit 0 in its log"],
    ["has no commit", { _last_checkpoint: "{}" }, "is no Delta table"],
    ["has a commit that is torn", { [commit(0)]: '{"metaData": {' }, "commit 0 of"],
    [
      "is of a catalogue",
      { [commit(0)]: { protocol: { writerFeatures: ["catalogManaged"] } } },
      "managed by a catalogue",
    ],
  ])("that %s is not told", (kind, files, why) => {
    expect(ask("delta", tableOf(`bad ${kind}`, files))).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(why),
    });
  });
});

test("what is no file of DVC is refused in words", () => {
  for (const [name, text, why] of [
    ["list.dvc", "- 1\n", "has no outs"],
    ["open.dvc", "outs: [\n", "is no YAML"],
    ["none.dvc", "outs:\n- path: data\n", "has no hash of data"],
  ] as const) {
    writeFileSync(join(root, name), text);
    expect(ask("dvc", name)).toMatchObject({ status: 2, stderr: expect.stringMatching(`${why}|there is no PyYAML`) });
  }
  expect(ask("dvc", "nowhere.dvc")).toMatchObject({ status: 2, stdout: "" });
});

describe("a run", () => {
  const PROGRAM = `
import sys
from railyard_telemetry import Telemetry
telemetry = Telemetry(rank=int(sys.argv[2]), world=2, log=sys.argv[1])
with telemetry.step(1, 10) as step: step.loss = 1.0
if telemetry.datasets: telemetry.datasets.keep(sys.argv[1]); telemetry.datasets.compare_with(sys.argv[1])
telemetry.close()`;
  const train = (run: string, env: Readonly<Record<string, string>> = {}, rank = "0") =>
    python(["-c", PROGRAM, run, rank], { RAILYARD_DATASETS: "events", ...env });
  const known = (table: string) =>
    writeFileSync(join(root, "datasets.json"), JSON.stringify({ datasets: { events: { kind: "delta", table } } }));
  const journal = (run: string) =>
    readFileSync(join(root, run, "datasets.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).datasets.events.version as string);

  test("tells its versions, keeps them, and says when a restart finds another one", () => {
    const table = tableOf("growing", log([0, 1]));
    known(table);
    expect(train("run")).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("dataset events: delta 1\n"),
    });
    expect(train("run")).toMatchObject({ status: 0, stderr: "" });
    tableOf("growing", log([2]));
    expect(train("run").stderr).toContain("events is another version than that of the last start: 1 then, 2 now");
    expect(journal("run")).toEqual(["1", "1", "2"]);
    expect(JSON.parse(readFileSync(join(root, "run", "datasets.json"), "utf8"))).toMatchObject({
      events: { version: "2" },
    });
    // only the first process
    expect(train("run", {}, "1")).toMatchObject({ status: 0, stdout: "" });
    expect(journal("run")).toHaveLength(3);
  });

  test("a table that was made anew is another one, though its number is the same", () => {
    known(tableOf("anew", log([0])));
    train("anew-run");
    tableOf("anew", { [commit(0)]: { metaData: { id: "another" } } });
    expect(train("anew-run").stderr).toContain("events is another version");
  });

  test("does not begin where a change is refused, or where the version is not known", () => {
    const refuse = { RAILYARD_DATASETS_CHANGED: "refuse" };
    const table = tableOf("refused", log([0]));
    known(table);
    expect(train("refused-run", refuse).status).toBe(0);
    tableOf("refused", log([1]));
    expect(train("refused-run", refuse)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("does not begin"),
    });
    // what was refused is no start
    expect(journal("refused-run")).toEqual(["0"]);
    rmSync(join(table, "_delta_log", commit(0)));
    expect(train("refused-run", refuse).stderr).toContain("is not known");
    expect(train("refused-run").status).toBe(0);
  });

  test("a line that was torn does not hide the one before", () => {
    const table = tableOf("torn", log([0]));
    known(table);
    train("torn-run");
    writeFileSync(join(root, "torn-run", "datasets.jsonl"), '\n{"datasets": {"ev', { flag: "a" });
    tableOf("torn", log([1]));
    expect(train("torn-run").stderr).toContain("0 then, 1 now");
  });

  test.each([
    ["a dataset that nobody knows", { RAILYARD_DATASETS: "evnts" }, "names 'evnts', and datasets.json has events"],
    ["another word for what to do", { RAILYARD_DATASETS_CHANGED: "stop" }, "write tell or refuse"],
  ])("refuses %s", (_, env, why) => {
    known("nowhere");
    expect(train("bad-run", env)).toMatchObject({ status: 1, stderr: expect.stringContaining(why) });
  });
});
