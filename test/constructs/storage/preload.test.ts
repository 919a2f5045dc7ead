import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { preloadPrograms } from "../../../constructs/storage/preload-job";
import { samplesOf } from "../../../scripts/commands/examples/samples";
import { clusterSample } from "../../helpers/cluster";
import { sample, type Change } from "../../helpers/environment";

const root = mkdtempSync(join(tmpdir(), "railyard-preload-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * In place of Lustre's tool, with what its source says: the answer to each file is a line, it stops at the first that it cannot do,
 * and one that cannot be restored lets all of a request be refused. A restore ends when it was looked at twice.
 */
const LFS = `#!/usr/bin/env python3
import glob, hashlib, os, signal, sys
state, verb, paths = os.environ["LFS_STATE"], sys.argv[1], [os.fsencode(path) for path in sys.argv[2:]]
def mark(path, kind): return os.path.join(state, hashlib.sha256(path).hexdigest() + "." + kind)
def add(path, text=""):
    with open(path, "a") as file: file.write(text)
if verb == "hsm_restore":
    add(state + "/calls", "x")
    if any(b"refused" in path for path in paths):
        sys.exit("Cannot send HSM request (use of x): Operation not permitted")
    for path in paths:
        if not os.path.exists(mark(path, "back")): add(mark(path, "asked"))
    add(state + "/flying", "%d\\n" % len(glob.glob(state + "/*.asked")))
    if str(os.path.getsize(state + "/calls")) == os.environ.get("KILL_AT"): os.kill(os.getppid(), signal.SIGKILL)
for path in paths:
    asked, back = mark(path, "asked"), mark(path, "back")
    if verb == "hsm_state":
        if b"unreadable" in path:
            sys.exit("can't get hsm state for x: Permission denied")
        if os.path.exists(asked):
            add(asked, "x")
            if os.path.getsize(asked) == 2:
                os.remove(asked)
                if b"rotten" not in path: add(back)
        there = os.path.exists(back) or b"resident" in path
        sys.stdout.buffer.write(path + (b": (0x00000009) exists archived" if there else b": (0x0000000d) released exists archived") + b", archive_id:1\\n")
    if verb == "hsm_action":
        sys.stdout.buffer.write(path + (b": RESTORE running (0 bytes moved)\\n" if os.path.exists(asked) else b": NOOP\\n"))
    sys.stdout.flush()
`;

beforeAll(() => {
  for (const [name, text] of Object.entries(preloadPrograms())) writeFileSync(join(root, name), text);
  writeFileSync(join(root, "lfs"), LFS);
  chmodSync(join(root, "lfs"), 0o755);
});

const HOSTILE = [
  "plain",
  "with blank",
  "line\nbreak",
  "fake: (0x00000009)\nx: NOOP",
  `quo"te's`,
  "-rf",
  "--",
  "$(id)",
  "ümlaut",
];
const bytes = Buffer.from([0x6e, 0xff, 0xfe]);

/** A folder of files and the state that the tool keeps of them. */
function folderOf(name: string, names: readonly (string | Buffer)[]) {
  const folder = join(root, name);
  mkdirSync(join(folder, "-deep er"), { recursive: true });
  mkdirSync(join(root, `${name}.state`));
  for (const [at, each] of names.entries())
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/${at % 2 ? "-deep er/" : ""}`), Buffer.from(each)]),
      Buffer.alloc(1024),
    );
  return folder;
}

function restore(name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const program = ["preload.py", "restore", "--poll=0", `--lfs=${join(root, "lfs")}`, ...args, "--", name];
  const { status, signal, stdout, stderr } = spawnSync("python3", program, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, LFS_STATE: join(root, `${name}.state`), ...env },
  });
  return { status, signal, stdout, stderr };
}

const calls = (name: string) => readFileSync(join(root, `${name}.state/calls`), "utf8").length;

test("files that are released come back in batches, whatever their names are, and the second time there are none", () => {
  folderOf("all", [...HOSTILE, bytes, "resident"]);
  const { status, stdout, stderr } = restore("all", ["--in-flight=4", "--batch=3", "--every=0"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("11 files, of which 10 are released\n");
  expect(stdout).toMatch(/^10 of 10 files, 0\.000 of 0\.000 GiB, [\d.]+ MB\/s, left: 0 s\n$/m);
  const flying = readFileSync(join(root, "all.state/flying"), "utf8").trim().split("\n").map(Number);
  expect(Math.max(...flying)).toBe(4);
  expect(restore("all").stdout).toContain("of which 0 are released\n");
});

test("killed and started again it does what is left", () => {
  folderOf("killed", [...HOSTILE, bytes]);
  const args = ["--in-flight=2", "--batch=2"];
  expect(restore("killed", args, { KILL_AT: "3" }).signal).toBe("SIGKILL");
  expect(calls("killed")).toBe(3);
  const again = restore("killed", args);
  expect([again.status, again.stderr]).toEqual([0, ""]);
  const [, left] = /of which (\d+) are/.exec(again.stdout) ?? [];
  expect(Number(left)).toBeLessThan(10);
  expect(restore("killed").stdout).toContain("of which 0 are released\n");
});

test("files that do not come are named, one a line, and the others of their batch come", () => {
  const folder = folderOf("failing", ["a", "re\nfused refused", "rotten", "unreadable", "b", "c"]);
  const { status, stdout, stderr } = restore("failing", ["--tries=2"]);
  expect(status).toBe(1);
  expect(stdout).toContain("3 of 5 files");
  expect(stderr.split("\n")).toEqual([
    `not there: '${folder}/-deep er/re\\nfused refused': Cannot send HSM request (use of x): Operation not permitted`,
    `not there: '${folder}/-deep er/unreadable': can't get hsm state for x: Permission denied`,
    `not there: '${folder}/rotten': Lustre gave up restoring it 2 times`,
    "",
  ]);
});

test("without the tool each file is read, and says which cannot be; a folder may begin with a dash", () => {
  const folder = folderOf(
    "-read",
    [...HOSTILE, bytes, ""].filter((name) => name.length > 0),
  );
  const read = () => restore("-read", ["--lfs=no-lfs-here", "--in-flight=3"]);
  expect(read()).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^10 of 10 files/m) });
  const patched = `
import preload, preload_lustre, sys, builtins
real = open
def failing(path, *more, **others):
    if b"break" in path: raise OSError(5, "Input/output error")
    return real(path, *more, **others)
preload_lustre.open = failing
sys.argv = ["preload.py", "restore", "--lfs=no-lfs-here", "--", "-read"]
sys.exit(preload.main())`;
  const { status, stderr } = spawnSync("python3", ["-c", patched], { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, `not there: '${folder}/line\\nbreak': Input/output error\n`]);
});

test("what is no folder is refused", () =>
  expect(restore("nowhere")).toMatchObject({ status: 2, stderr: expect.stringContaining("is no folder") }));

const IMAGES = { asked: null, usual: "nvcr.io/nvidia/pytorch:25.06-py3", nccl: null };
const below = (files: Readonly<Record<string, string>>) => Object.keys(files).filter((name) => /preload/.test(name));

describe("jobs follow from config", () => {
  const of = (change: Change) => samplesOf(sample(change).env, IMAGES);

  test("with a file system that is linked to a bucket, and NVMe", () => {
    const { files } = of({});
    expect(files["preload/preload.sbatch"]).toContain("folder=/fsx/checkpoints\n");
    expect(files["preload/preload-nodes.sbatch"]).toContain(
      "source=s3://sample-checkpoints-111122223333-us-east-1/checkpoints/\n",
    );
  });

  test("without a bucket there are none, and it is said", () => {
    const { files, notes } = of({ checkpoints: null });
    expect(below(files)).toEqual([]);
    expect(notes.filter((note) => /preload/.test(note))).toEqual([
      "No preload.sbatch: Railyard links no file system of sample to a bucket, and knows none that is.",
      "No preload-nodes.sbatch: config of sample has no bucket that jobs may read, or several stores.",
    ]);
    expect(below(samplesOf(clusterSample({}).env, IMAGES).files)).toEqual([]);
  });

  test("without Slurm a pod reads the files, where its namespace has the volume", () => {
    expect(below(of({ slurm: null }).files)).toEqual([]);
    const { files } = of({ slurm: null, teams: { vision: null } });
    expect(below(files)).toEqual(["kubernetes/preload.yaml"]);
    const [programs, job] = parseAllDocuments(files["kubernetes/preload.yaml"]!).map((each) => each.toJS() as object);
    expect(programs).toMatchObject({ data: preloadPrograms() });
    const command = ["python3", "/opt/preload/preload.py", "restore", "--", "/fsx/checkpoints"];
    expect(job).toMatchObject({ spec: { template: { spec: { containers: [{ command }] } } } });
  });
});
