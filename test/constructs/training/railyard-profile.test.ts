import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";

// Real Python, with stand-ins for the tools of NVIDIA.

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-profile-"));
  for (const name of ["railyard_profile.py", "railyard_telemetry.py"])
    writeFileSync(join(root, name), trainingPrograms()[name]!);
  mkdirSync(join(root, "bin"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync("python3", args, {
    cwd: root,
    env: { PATH: `${root}/bin:/usr/bin:/bin`, SLURM_JOB_ID: "7", ...env },
    encoding: "utf8",
  });
const profile = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => run(["railyard_profile.py", ...args], env);
/** A tool that says what it was asked, starts the program after its options, and ends as it does. */
const tool = (name: string, more = "") =>
  writeFileSync(
    join(root, "bin", name),
    `#!/bin/bash\necho "$@" >>"${root}/asked"\n${more}\nwhile [[ $1 == -* || $1 == profile ]]; do shift; done\nexec "$@"\n`,
    { mode: 0o755 },
  );
const asked = (): string => readFileSync(join(root, "asked"), "utf8");

const KERNELS = `Processing [x.sqlite] with [cuda_gpu_kern_sum.py]...
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
75.0,3000000,2,1500000.0,1500000.0,1,2,0.0,"void gemm<float, 4>(int)"
25.0,1000000,10,100000.0,100000.0,1,2,0.0,ncclDevKernel_AllReduce
`;

const WANTED = { RAILYARD_PROFILE: "nsys", RAILYARD_PROFILE_STEPS: "5-6", RAILYARD_PROFILE_RANKS: "0,3" };

test("Nsight Systems starts the program of a chosen rank, waits for its steps, and tells the time of its kernels", () => {
  tool("nsys", `[ "$1" != stats ] || { cat "${root}/kernels"; exit 0; }\ntouch profiles/7/rank-3.nsys-rep`);
  writeFileSync(join(root, "kernels"), KERNELS);
  const { status, stderr } = profile(["run", "sh", "-c", "exit 4"], { ...WANTED, SLURM_PROCID: "3" });
  expect([status, stderr]).toEqual([4, ""]);
  const [first, second] = asked().split("\n");
  expect(first).toContain("profile --capture-range=cudaProfilerApi --capture-range-end=stop");
  expect(first).toMatch(/--output=profiles\/7\/rank-3 sh -c exit 4$/);
  expect(second).toContain("stats --force-export=true --report=cuda_gpu_kern_sum --format=csv");
  expect(readdirSync(join(root, "profiles/7")).toSorted()).toEqual([
    "rank-3.about.json",
    "rank-3.nsys-rep",
    "rank-3.ops.csv",
  ]);
});

test("Nsight Compute does the same, from where the program says", () => {
  tool("ncu");
  expect(profile(["run", "true"], { ...WANTED, RAILYARD_PROFILE: "ncu" }).status).toBe(0);
  expect(asked()).toContain("--profile-from-start=off");
});

test.each([
  ["a rank that was not chosen", { ...WANTED, RANK: "1" }],
  ["PyTorch's own profiler", { ...WANTED, RAILYARD_PROFILE: "torch" }],
  ["no profile", {}],
])("the program of %s runs by itself", (_, env) => {
  const { status, stdout } = profile(["run", "sh", "-c", "echo mine; exit 3"], env);
  expect([status, stdout]).toEqual([3, "mine\n"]);
});

test.each([
  [{ ...WANTED }, "nsys is not on the PATH"],
  [{ ...WANTED, RAILYARD_PROFILE: "perf" }, "RAILYARD_PROFILE is 'perf': write torch, nsys, ncu"],
  [{ ...WANTED, RAILYARD_PROFILE_STEPS: "6-5" }, "RAILYARD_PROFILE_STEPS is '6-5': write a step"],
  [{ ...WANTED, RAILYARD_PROFILE_STEPS: "0" }, "RAILYARD_PROFILE_STEPS is '0': write a step"],
  [{ ...WANTED, RAILYARD_PROFILE_RANKS: "all" }, "RAILYARD_PROFILE_RANKS is 'all': write numbers"],
])("%j is refused in a line before anything is started", (env, message) => {
  const { status, stderr } = profile(["run", "touch", "started"], env);
  expect([status, stderr.trimEnd().split("\n").length, stderr]).toEqual([1, 1, expect.stringContaining(message)]);
  expect(readdirSync(root)).not.toContain("started");
});

test("a training that is asked for a profile, and does not have the file, says so", () => {
  rmSync(join(root, "railyard_profile.py"));
  const program = "from railyard_telemetry import Telemetry\nTelemetry(rank=0, world=1)";
  const { status, stderr } = run(["-c", program], { RAILYARD_PROFILE: "torch" });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("railyard_profile.py does not lie beside this program"),
  ]);
});

test("what changed most comes first, of kernels and of operations, and what is in one alone counts", () => {
  writeFileSync(join(root, "one.csv"), KERNELS);
  const after = KERNELS.replace("3000000,2,", "9000000,2,").replace("ncclDevKernel_AllReduce", "new");
  writeFileSync(join(root, "two.csv"), after);
  writeFileSync(
    join(root, "ops.json"),
    JSON.stringify([{ name: "void gemm<float, 4>(int)", calls: 1, microseconds: 1000 }]),
  );
  const lines = (one: string, other: string) =>
    profile(["diff", one, other])
      .stdout.trim()
      .split("\n")
      .slice(1)
      .map((line) =>
        line
          .trim()
          .split(/ {2,}/)
          .join("|")
          .replaceAll(/ (?=[+-]?\d+\.\d)/g, "|"),
      );
  expect(lines("one.csv", "two.csv")).toEqual([
    "4.000|10.000|+6.000|all",
    "3.000|9.000|+6.000|2 -> 2|void gemm<float, 4>(int)",
    "1.000|0.000|-1.000|10 -> 0|ncclDevKernel_AllReduce",
    "0.000|1.000|+1.000|0 -> 10|new",
  ]);
  expect(lines("one.csv", "ops.json")[1]).toBe("3.000|1.000|-2.000|2 -> 1|void gemm<float, 4>(int)");
});

test.each([
  ["empty.csv", ""],
  ["short.csv", "Time (%),Total Time (ns),Instances,Name\n1,x,2,y\n"],
  ["list.json", '{"name": 1}'],
  ["half.json", '[{"name": "a"}]'],
])("%s has no times, which is told in a line", (name, text) => {
  writeFileSync(join(root, name), text);
  const { status, stderr } = profile(["diff", name, name]);
  expect([status, stderr.trimEnd().split("\n").length, stderr]).toEqual([
    1,
    1,
    expect.stringContaining(`${name} has no times of operations`),
  ]);
});

test("the page lists profiles by job, whatever they are called, and says which cannot be read", () => {
  for (const folder of ["12", '<script>"']) mkdirSync(join(root, "all", folder), { recursive: true });
  const about = { tool: "torch", rank: 0, steps: [5, 6], name: "<img src=x>", team: "red" };
  writeFileSync(join(root, "all/12/rank-0.about.json"), JSON.stringify(about));
  writeFileSync(join(root, 'all/12/rank-0."><b>.gz'), "x".repeat(2e6));
  writeFileSync(join(root, 'all/<script>"/rank-1.about.json'), "{");
  expect(profile(["index", "all"]).stdout).toBe("all/index.html lists 2 profiles\n");
  const page = readFileSync(join(root, "all/index.html"), "utf8");
  expect(page).not.toMatch(/<script|<img|<b>/);
  expect(page).toContain('<a href="12/rank-0.%22%3E%3Cb%3E.gz">rank-0.&quot;&gt;&lt;b&gt;.gz</a> 2.0 MB');
  expect(page).toContain("<td>cannot be read</td>");
});

test.each([[[]], [["run"]], [["index", "none"]], [["diff", "one"]]])("%j is refused in a line", (args) => {
  const { status, stderr } = profile(args);
  expect([status, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
});
