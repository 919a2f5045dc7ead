import { epilogScript } from "../../../constructs/slurm/epilog";
import { prologScript } from "../../../constructs/slurm/prolog";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptFile } from "../../../constructs/core/script-file";
import { busyNvidiaSmi, runScript } from "../../helpers/slurm";

describe("the prolog", () => {
  const run = (gpus: number, busy: number, jobGpus?: string) =>
    runScript(prologScript(), {
      stubs: { "nvidia-smi": busyNvidiaSmi(gpus, busy) },
      env: { RAILYARD_PAUSE: "0", ...(jobGpus !== undefined && { SLURM_JOB_GPUS: jobGpus }) },
    });

  test("lets a job start whose GPUs answer and are idle", () => {
    expect(run(8, 0, "0,1,2,3,4,5,6,7").status).toBe(0);
  });

  test("asks nothing for jobs without GPUs", () => {
    expect(run(0, 9)).toMatchObject({ status: 0, calls: [] });
  });

  test("refuses when a GPU of the job does not answer", () => {
    expect(run(7, 0, "6,7")).toMatchObject({ status: 1, output: "railyard: 1 of 2 GPUs of the job answer\n" });
  });

  test("looks at the GPUs of the job alone", () => {
    expect(run(7, 0, "0,1").status).toBe(0);
  });

  test("waits for a process that is dying, but not for ever", () => {
    expect(run(8, 3, "0").status).toBe(0);
    expect(run(8, 99, "0")).toMatchObject({
      status: 1,
      output: "railyard: 1 processes still use the GPUs of the job\n",
    });
  });
});

describe("the folder of a user's containers", () => {
  const uid = process.getuid!();
  let scratch: string;
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), "railyard-scratch-"));
    chmodSync(scratch, 0o777);
  });
  afterEach(() => rmSync(scratch, { recursive: true }));
  const run = (env: Record<string, string> = { SLURM_JOB_UID: String(uid) }) =>
    runScript(scriptFile("slurm/files/scratch-folder.sh", { values: { scratch, name: "enroot" } }), { stubs: {}, env });
  const own = () => join(scratch, `enroot-${uid}`);
  const modeOf = (path: string) => statSync(path).mode & 0o7777;

  test("is theirs alone, and nobody else can take it away", () => {
    expect(run()).toMatchObject({ status: 0, output: "" });
    expect(modeOf(scratch)).toBe(0o1777);
    expect(modeOf(own())).toBe(0o700);
    expect(statSync(own()).uid).toBe(uid);
  });

  test("keeps what earlier jobs have left there", () => {
    run();
    writeFileSync(join(own(), "layer"), "");
    run();
    expect(statSync(join(own(), "layer")).isFile()).toBe(true);
  });

  test("takes the place of what leads elsewhere", () => {
    mkdirSync(join(scratch, "others"));
    writeFileSync(join(scratch, "others/kept"), "");
    symlinkSync(join(scratch, "others"), own());
    run();
    expect(statSync(own()).ino).not.toBe(statSync(join(scratch, "others")).ino);
    expect(statSync(join(scratch, "others/kept")).isFile()).toBe(true);
  });

  test("is not made for nobody, and the prolog without containers knows of none", () => {
    expect(run({}).status).toBe(0);
    expect(modeOf(scratch)).toBe(0o777);
    expect(prologScript({ containers: { kind: "none" } })).not.toContain("/scratch");
    expect(prologScript({ containers: { kind: "apptainer", image: "a/b:1" } })).toContain("/scratch/apptainer-");
  });
});

describe("the folder in which a job tells of itself", () => {
  const layout = { scrapesJobs: true };
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), "railyard-telemetry-"))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const uid = process.getuid!();
  const env = (more: Record<string, string> = {}) => ({
    RAILYARD_TELEMETRY_ROOT: root,
    RAILYARD_PAUSE: "0",
    RAILYARD_SHM: join(root, "no-shm"),
    SLURM_JOB_ID: "7",
    SLURM_JOB_UID: String(uid),
    SLURM_JOB_GPUS: "0",
    ...more,
  });
  const stubs = { "nvidia-smi": busyNvidiaSmi(1, 0) };

  test("is the user's, is empty, and goes after the job", () => {
    mkdirSync(join(root, "7"));
    writeFileSync(join(root, "7", "0.prom"), "of the run before");
    expect(runScript(prologScript(layout), { stubs, env: env() }).status).toBe(0);
    expect([
      readdirSync(join(root, "7")),
      statSync(join(root, "7")).uid,
      statSync(join(root, "7")).mode & 0o777,
    ]).toEqual([[], uid, 0o750]);
    writeFileSync(join(root, "7", "0.prom"), "");
    mkdirSync(join(root, "8"));
    expect(runScript(epilogScript(layout), { stubs, env: env({ SLURM_JOB_UID: "" }) }).status).toBe(0);
    expect(readdirSync(root)).toEqual(["8"]);
  });

  test("what lost nodes have left goes after a week, unless its user has processes here", () => {
    mkdirSync(join(root, "5"));
    utimesSync(join(root, "5"), 0, 0);
    expect(runScript(prologScript(layout), { stubs, env: env() }).status).toBe(0);
    expect(readdirSync(root).toSorted()).toEqual(["5", "7"]);
    const alone = env({ RAILYARD_PROC: join(root, "none") });
    expect(runScript(prologScript(layout), { stubs, env: alone }).status).toBe(0);
    expect(readdirSync(root)).toEqual(["7"]);
  });

  test("without the folder a job runs, too", () => {
    const none = env({ RAILYARD_TELEMETRY_ROOT: join(root, "none") });
    for (const script of [prologScript(layout), epilogScript(layout)])
      expect(runScript(script, { stubs, env: none })).toMatchObject({ status: 0, output: "" });
  });

  test("is not spoken of where nobody scrapes it", () => {
    expect(prologScript() + epilogScript()).not.toContain("telemetry");
  });
});
