import { prologScript } from "../../../constructs/slurm/prolog";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
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
