import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { ncclMetricsScript } from "../../../constructs/platform/nccl-metrics";
import { taskPrologScript } from "../../../constructs/slurm/task-prolog";
import { eventually } from "../../helpers/eventually";
import { ROOT } from "../../helpers/process";

/**
 * Where `plugins/profiler/inspector` of NCCL's repository was built; docs/nccl-inspector.md says how. Of CUDA the headers are enough, which are in the
 * packages nvidia-cuda-runtime-cu12 and nvidia-cuda-nvcc-cu12 of PyPI.
 */
const FOLDER = process.env["RAILYARD_NCCL_INSPECTOR"] ?? join(ROOT, ".cache/nccl-inspector");
const PLUGIN = join(FOLDER, "libnccl-profiler-inspector.so");
const FIXTURE = join(ROOT, "test/fixtures/nccl-inspector");
const isThere = existsSync(PLUGIN) && spawnSync("gcc", ["--version"]).status === 0;

/** Two GPUs of a job on two nodes; `late` is what the second one waits for the others, ns. */
const collectives = (rank: number, late: number): string[] => [
  `comm 2 16 ${rank} -`,
  `comm 1 8 ${rank} tensor "parallel" 0`,
  ...[1, 2, 3].flatMap((at) => [
    `coll 0 AllReduce 134217728 ncclFloat32 Ring Simple ${2_500_000 + late + at * 1000}`,
    "coll 0 AllReduce 4194304 ncclFloat32 Ring Simple 160000",
    "coll 0 AllReduce 4096 ncclFloat32 Tree LL 45000",
    // below what it counts
    "coll 0 AllReduce 1 ncclFloat32 Tree LL 30000",
    `coll 0 AllGather 16777216 ncclBfloat16 Ring Simple ${1_500_000 + late}`,
    `coll 0 ReduceScatter 16777216 ncclFloat32 Ring Simple ${3_000_000 + late}`,
    "coll 1 AllReduce 33554432 ncclBfloat16 NVLS Simple 350000",
    "coll 1 Broadcast 33554432 ncclBfloat16 Ring Simple 350000",
    "coll 1 AllReduce 33554432 ncclBfloat16 Ring Simple 450000",
  ]),
];

(isThere ? describe : describe.skip)("the real plugin", () => {
  let root: string;
  const started: ChildProcess[] = [];
  const written = (): string[] => readdirSync(join(root, "jobs/7")).toSorted();

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "railyard-inspector-"));
    for (const folder of ["jobs/7", "out", "bin"]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "bin/sleep"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    writeFileSync(join(root, "none.c"), "");
    const compile = (...given: string[]) => {
      const { status, stderr } = spawnSync("gcc", given, { cwd: root, encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
    };
    compile("-rdynamic", `-I${FOLDER}/nccl`, "-o", "driver", join(FIXTURE, "driver.c"), "-ldl");
    compile("-shared", "-fPIC", "-o", "bin/libcuda.so.1", join(FIXTURE, "cuda.c"));
    const needed = /libcudart\.so\.\d+/.exec(readFileSync(PLUGIN, "latin1"))![0];
    compile("-shared", "-o", join("bin", needed), "none.c");
  });
  afterAll(() => {
    for (const child of started) child.kill();
    rmSync(root, { recursive: true });
  });

  /** A process of the job, with the variables that TaskProlog tells it. */
  function start(rank: number, late: number, env: Record<string, string> = {}): ChildProcess {
    writeFileSync(join(root, "task-prolog"), taskPrologScript(null, { telemetry: true, ncclInspector: PLUGIN }));
    const { stdout } = spawnSync("bash", [join(root, "task-prolog")], {
      env: { RAILYARD_TELEMETRY_ROOT: join(root, "jobs"), SLURM_JOB_ID: "7" },
      encoding: "utf8",
    });
    const variables = [...stdout.matchAll(/^export ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const child = spawn(join(root, "driver"), [PLUGIN], {
      env: {
        ...Object.fromEntries(variables),
        SLURM_JOB_ID: "7",
        DRIVER_DEVICE: String(rank),
        LD_LIBRARY_PATH: join(root, "bin"),
        ...env,
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    started.push(child);
    child.stdin!.write(`${[...collectives(rank, late), "end"].join("\n")}\n`);
    return child;
  }

  test("writes the files that were recorded, from which metrics are made, and takes them along when it ends", async () => {
    const job = [start(0, 0), start(1, 700_000)];
    await eventually(written, (found) => found.length === 2);
    const recorded = readdirSync(FIXTURE).filter((name) => name.endsWith(".prom"));
    expect(written()).toEqual(recorded.toSorted());
    for (const name of recorded) {
      const expected = readFileSync(join(FIXTURE, name), "utf8").replaceAll(/node="[^"]*"/g, `node="${hostname()}"`);
      const text = () => readFileSync(join(root, "jobs/7", name), "utf8");
      expect(await eventually(text, (found) => found.length >= expected.length)).toBe(expected);
    }
    spawnSync("/bin/sh", ["-c", ncclMetricsScript()], {
      env: { PATH: `${root}/bin:/usr/bin:/bin`, JOBS: join(root, "jobs"), OUT: join(root, "out") },
    });
    expect(readFileSync(join(root, "out/nccl.prom"), "utf8")).toContain(
      'railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="7",collective="AllReduce",reach="nodes"} 4.02331e+11\n',
    );
    for (const child of job) child.stdin!.end();
    expect(await Promise.all(job.map(async (child) => (await once(child, "exit"))[0]))).toEqual([0, 0]);
    expect(written()).toEqual([]);
  });

  test("a job that switches it off, or whose folder is gone, ends as without", async () => {
    const without: Record<string, string>[] = [
      { NCCL_INSPECTOR_ENABLE: "0" },
      { NCCL_INSPECTOR_DUMP_DIR: join(root, "gone/7") },
    ];
    for (const env of without) {
      const child = start(0, 0, env);
      child.stdin!.end();
      expect((await once(child, "exit"))[0]).toBe(0);
    }
    expect(written()).toEqual([]);
  });
});
