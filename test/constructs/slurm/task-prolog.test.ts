import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskPrologScript } from "../../../constructs/slurm/task-prolog";
import { runScript } from "../../helpers/slurm";

const token = join(mkdtempSync(join(tmpdir(), "token-")), "token");
writeFileSync(token, "secret");

const run = (env: Record<string, string>) => runScript(taskPrologScript("eu-west-1"), { stubs: {}, env });

describe("the task prolog", () => {
  test("tells tasks where their pod has credentials, and never the token itself", () => {
    const { status, output } = run({ RAILYARD_TOKEN: token });
    expect(status).toBe(0);
    expect(output.trimEnd().split("\n")).toEqual([
      `export AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=${token}`,
      "export AWS_CONTAINER_CREDENTIALS_FULL_URI=http://169.254.170.23/v1/credentials",
      "export AWS_REGION=eu-west-1",
    ]);
    expect(output).not.toContain("secret");
  });

  test("leaves a Region that the job has", () => {
    expect(run({ RAILYARD_TOKEN: `${token}.none`, AWS_REGION: "us-west-2" })).toMatchObject({ status: 0, output: "" });
  });

  test.each([
    ["the pod has no role", { RAILYARD_TOKEN: `${token}.none` }],
    ["the job brings credentials of its own", { RAILYARD_TOKEN: token, AWS_ACCESS_KEY_ID: "mine" }],
  ])("tells the Region alone and does not fail where %s", (_, env) => {
    expect(run(env)).toMatchObject({ status: 0, output: "export AWS_REGION=eu-west-1\n" });
  });
});

describe("with Apptainer", () => {
  const script = taskPrologScript(null, { apptainer: true });

  test("cache and temporary files go to the NVMe disks, a folder for each user", () => {
    expect(runScript(script, { stubs: {}, env: { RAILYARD_FUSE: "/dev/null" } })).toMatchObject({
      status: 0,
      output: `export APPTAINER_CACHEDIR=/scratch/apptainer-${process.getuid!()}\nexport APPTAINER_TMPDIR=/scratch\n`,
    });
  });

  test("images are unpacked where the node has no FUSE that the user may use", () => {
    const { output } = runScript(script, { stubs: {}, env: { RAILYARD_FUSE: "/none" } });
    expect(output.trim().split("\n").at(-1)).toBe("export APPTAINER_UNSQUASH=1");
  });

  test("what a job has set itself stays", () => {
    const env = {
      APPTAINER_CACHEDIR: "/fsx/me",
      APPTAINER_TMPDIR: "/tmp",
      APPTAINER_UNSQUASH: "0",
      RAILYARD_FUSE: "/none",
    };
    expect(runScript(script, { stubs: {}, env })).toMatchObject({ status: 0, output: "" });
  });
});

describe("where railyard-srun asks for it", () => {
  const script = taskPrologScript(null, { gpus: true });
  const smi = `case $2 in 1) echo "00000000:9A:00.0, \${MIG:-Disabled}" ;; *) exit 1 ;; esac`;
  const rank = {
    RAILYARD_NEAR_GPU: "1",
    CUDA_VISIBLE_DEVICES: "0,1",
    SLURM_STEP_TASKS_PER_NODE: "2(x4)",
    SLURM_LOCALID: "1",
  };
  const near = (env: Record<string, string>, bound = "exit 0") =>
    runScript(script, {
      stubs: { "nvidia-smi": smi, taskset: bound },
      files: { "sys/bus/pci/devices/0000:9a:00.0/local_cpulist": "56-111,168-223\n" },
      env: { ...rank, SLURM_TASK_PID: "4711", RAILYARD_SYSFS: "$FOLDER/sys", ...env },
    });

  test("the process of a rank goes to the CPUs near its GPU, which it is told", () => {
    const { status, output, calls } = near({});
    expect({ status, output }).toEqual({ status: 0, output: "export RAILYARD_GPU_CPUS=56-111,168-223\n" });
    expect(calls.at(-1)).toBe("taskset -cp 56-111,168-223 4711");
  });

  test("a task that sees one GPU goes near that one, whichever rank it is", () => {
    const { calls } = near({ CUDA_VISIBLE_DEVICES: "1", SLURM_STEP_TASKS_PER_NODE: "4", SLURM_LOCALID: "3" });
    expect(calls.at(-1)).toBe("taskset -cp 56-111,168-223 4711");
  });

  test.each([
    ["nobody asks", { RAILYARD_NEAR_GPU: "0" }],
    ["a task has all GPUs", { SLURM_STEP_TASKS_PER_NODE: "1(x4)", SLURM_LOCALID: "0" }],
    ["GPUs are cut", { MIG: "Enabled" }],
    ["an instance is named by its UUID", { CUDA_VISIBLE_DEVICES: "MIG-1,MIG-2" }],
    ["the driver does not answer", { CUDA_VISIBLE_DEVICES: "0,7" }],
    ["the kernel does not tell", { RAILYARD_SYSFS: "$FOLDER/none" }],
    ["there is no GPU", { CUDA_VISIBLE_DEVICES: "" }],
  ])("a task stays where it is, and starts, where %s", (_, env) => {
    const { status, output, calls } = near(env);
    expect({ status, output }).toEqual({ status: 0, output: "" });
    expect(calls.some((call) => call.startsWith("taskset"))).toBe(false);
  });

  test("a task that may not go there starts, and is told nothing", () => {
    expect(near({}, "exit 1")).toMatchObject({ status: 0, output: "" });
  });
});

describe("with a proxy", () => {
  const script = taskPrologScript(null, {
    proxy: { url: "http://proxy.example.com:3128", direct: ["localhost", ".svc", "10.0.0.0/8"] },
  });
  const scontrol = 'printf "%s\\n" h100-0 h100-1';
  const direct = (env: Record<string, string>, stub = scontrol) =>
    runScript(script, { stubs: { scontrol: stub }, env: { SLURM_JOB_NODELIST: "h100-[0-1]", ...env } });

  test("nodes of a job reach each other without it", () => {
    const { status, output, calls } = direct({});
    expect({ status, output }).toEqual({
      status: 0,
      output:
        "export NO_PROXY=localhost,.svc,10.0.0.0/8,h100-0,h100-1\nexport no_proxy=localhost,.svc,10.0.0.0/8,h100-0,h100-1\n",
    });
    expect(calls).toEqual(["scontrol show hostnames h100-[0-1]"]);
  });

  test("what a job has set stays, and gets its nodes once", () => {
    expect(direct({ NO_PROXY: ".corp", no_proxy: ".corp,h100-0,h100-1,.more" })).toMatchObject({
      status: 0,
      output: "export NO_PROXY=.corp,h100-0,h100-1\n",
    });
    expect(direct({ NO_PROXY: "*", no_proxy: "*" })).toMatchObject({ status: 0, output: "" });
  });

  test.each([
    ["Slurm does not tell the nodes", {}, "exit 1"],
    ["there is no job", { SLURM_JOB_NODELIST: "" }, "exit 0"],
  ])("tells nothing and does not fail where %s", (_, env, stub) => {
    expect(direct(env, stub)).toMatchObject({ status: 0, output: "" });
  });
});

// Pyxis enters the container before slurmstepd runs the script: an image has the shell that it has
describe.each([
  ["in a Region", "eu-west-1", "export AWS_REGION=eu-west-1\n"],
  ["outside AWS", null, ""],
])("started by sh, %s", (_, region, output) => {
  const folder = mkdtempSync(join(tmpdir(), "railyard-image-"));
  const file = join(folder, "task-prolog.sh");
  writeFileSync(file, taskPrologScript(region, { gpus: true }), { mode: 0o755 });
  mkdirSync(join(folder, "bin"));
  const start = (PATH: string) => spawnSync("/bin/sh", [file], { encoding: "utf8", env: { PATH } });

  test("tells the same where there is bash", () => {
    expect(start("/usr/bin:/bin")).toMatchObject({ status: 0, stdout: output, stderr: "" });
  });

  test("tells nothing and fails nothing where there is none", () => {
    symlinkSync("/bin/sh", join(folder, "bin/sh"));
    expect(start(join(folder, "bin"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe("the folder in which a job tells of itself", () => {
  const run = (env: Record<string, string>, apptainer = false) =>
    runScript(taskPrologScript(null, { telemetry: true, apptainer }), {
      stubs: {},
      files: { "told/7/file": "" },
      env: { RAILYARD_TELEMETRY_ROOT: "$FOLDER/told", SLURM_JOB_ID: "7", RAILYARD_FUSE: "/dev/null", ...env },
    });

  test("is told to tasks, and bound into containers of Apptainer beside what a job binds", () => {
    expect(run({}).output).toMatch(/^export RAILYARD_TELEMETRY=\/.+\/told\/7\n$/);
    const { output } = run({ APPTAINER_BIND: "/mine" }, true);
    expect(output).toMatch(/^export APPTAINER_BIND=\/mine,\/.+\/told$/m);
  });

  test("is not told where it is not, or where the job says another one", () => {
    expect(run({ SLURM_JOB_ID: "8" })).toMatchObject({ status: 0, output: "" });
    expect(run({ RAILYARD_TELEMETRY: "/mine" })).toMatchObject({ status: 0, output: "" });
    // a job that a job has started
    expect(run({ RAILYARD_TELEMETRY: "$FOLDER/told/6" }).output).toMatch(/^export RAILYARD_TELEMETRY=\/.+\/told\/7\n$/);
  });
});

describe("where traces of a task go", () => {
  const traces = { endpoint: "http://railyard-traces.kube-system.svc:4318/v1/traces", protocol: "http/protobuf" };
  const run = (env: Record<string, string> = {}) =>
    runScript(taskPrologScript(null, { traces }), { stubs: {}, files: {}, env });

  test("is told in the two variables of traces", () => {
    expect(run()).toMatchObject({
      status: 0,
      output: `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${traces.endpoint}\nexport OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=${traces.protocol}\n`,
    });
  });

  test("is not told where the job says another place, or nobody keeps any", () => {
    expect(run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://mine" })).toMatchObject({ status: 0, output: "" });
    expect(run({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://mine" })).toMatchObject({ status: 0, output: "" });
    expect(taskPrologScript(null)).not.toContain("OTEL");
  });
});

describe("where profiles of a task are archived", () => {
  const run = (env: Record<string, string> = {}) =>
    runScript(taskPrologScript(null, { profiles: "s3://runs/profiles/" }), { stubs: {}, files: {}, env });

  test("is told, unless the job says another place", () => {
    expect(run()).toMatchObject({ status: 0, output: "export RAILYARD_PROFILE_ARCHIVE=s3://runs/profiles/\n" });
    expect(run({ RAILYARD_PROFILE_ARCHIVE: "s3://mine/" })).toMatchObject({ status: 0, output: "" });
    expect(taskPrologScript(null)).not.toContain("RAILYARD_PROFILE");
  });
});

describe("the plugin by which NCCL tells of collectives", () => {
  const PLUGIN = "/fsx/lib/libnccl-profiler-inspector.so";
  const run = (env: Record<string, string> = {}) =>
    runScript(taskPrologScript(null, { telemetry: true, ncclInspector: PLUGIN }), {
      stubs: {},
      files: { "told/7/file": "" },
      env: { RAILYARD_TELEMETRY_ROOT: "$FOLDER/told", RAILYARD_TELEMETRY: "/mine", SLURM_JOB_ID: "7", ...env },
    });
  const all = [
    `NCCL_PROFILER_PLUGIN=${PLUGIN}`,
    "NCCL_INSPECTOR_ENABLE=1",
    "NCCL_INSPECTOR_PROM_DUMP=1",
    "NCCL_INSPECTOR_ENABLE_P2P=0",
    "NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS=30000000",
    "NCCL_INSPECTOR_DUMP_DIR=",
  ];
  const linesOf = ({ output }: { output: string }) =>
    output
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^export /, ""));

  test("is told with what it writes, and where", () => {
    const lines = linesOf(run());
    expect(lines.slice(0, -1)).toEqual(all.slice(0, -1));
    expect(lines.at(-1)).toMatch(/^NCCL_INSPECTOR_DUMP_DIR=\/.+\/told\/7$/);
    expect(taskPrologScript(null, { telemetry: true })).not.toContain("NCCL");
    expect(taskPrologScript(null, { ncclInspector: PLUGIN })).not.toContain("NCCL");
  });

  test.each<Record<string, string>>([
    { NCCL_PROFILER_PLUGIN: "none" },
    { NCCL_PROFILER_PLUGIN: "/mine.so" },
    { NCCL_INSPECTOR_ENABLE: "0" },
    // what it writes then grows until the disk of the host is full
    { NCCL_INSPECTOR_PROM_DUMP: "0" },
    { SLURM_JOB_ID: "8" },
    { SLURM_JOB_ID: "" },
  ])("is not told where the job says otherwise, or has no folder: %j", (env) => {
    expect(run(env)).toMatchObject({ status: 0, output: "" });
  });

  test("what the job says beside it stays", () => {
    const lines = linesOf(run({ NCCL_INSPECTOR_ENABLE_P2P: "1", NCCL_INSPECTOR_DUMP_DIR: "/fsx/mine" }));
    expect(lines.join(" ")).not.toMatch(/P2P|DUMP_DIR/);
    expect(lines).toContain(`NCCL_PROFILER_PLUGIN=${PLUGIN}`);
  });

  test("a job that another one has started writes into its own folder", () => {
    const inherited = { NCCL_PROFILER_PLUGIN: PLUGIN, NCCL_INSPECTOR_ENABLE: "1", NCCL_INSPECTOR_PROM_DUMP: "1" };
    const again = run({ ...inherited, NCCL_INSPECTOR_DUMP_DIR: "$FOLDER/told/6" });
    expect(linesOf(again).at(-1)).toMatch(/^NCCL_INSPECTOR_DUMP_DIR=\/.+\/told\/7$/);
  });
});
