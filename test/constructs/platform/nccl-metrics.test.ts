import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NCCL_COLLECTIVES, NCCL_EXPORTER, NCCL_REACH } from "../../../config/facts/nccl-inspector";
import { SERIES } from "../../../config/facts/series";
import { nodeExporterSidecars } from "../../../constructs/platform/node-exporter-values";
import { ncclMetricsScript, shownCollectives } from "../../../constructs/platform/nccl-metrics";
import { sample, type Change } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-nccl-"));
  for (const folder of ["jobs", "out", "bin"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "bin/sleep"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the script with a real shell once over what jobs wrote; sleep ends it. */
function metrics(files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "jobs", path)), { recursive: true });
    writeFileSync(join(root, "jobs", path), text);
  }
  const { stderr } = spawnSync("/bin/sh", ["-c", ncclMetricsScript()], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, JOBS: join(root, "jobs"), OUT: join(root, "out") },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(stderr).toBe("");
  expect(existsSync(join(root, "out/nccl.prom.new"))).toBe(false);
  return readFileSync(join(root, "out/nccl.prom"), "utf8");
}

/** What the plugin of NCCL 2.30.7 wrote of two GPUs whose times were made up: the second one waited in messages between nodes. */
const RECORDED = join(ROOT, "test/fixtures/nccl-inspector");
const recorded = (job: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(RECORDED)
      .filter((name) => name.endsWith(".prom"))
      .map((name) => [`${job}/${name}`, readFileSync(join(RECORDED, name), "utf8")]),
  );

const labels = (more: Record<string, string> = {}) =>
  Object.entries({
    version: "v5.1",
    slurm_job_id: "7",
    node: "a",
    gpu: "GPU0",
    comm_name: "unknown",
    n_nodes: "2",
    nranks: "16",
    collective: "AllReduce",
    message_size: "64-65MB",
    algo_proto: "Ring_Simple",
    ...more,
  })
    .map(([name, value]) => `${name}="${value}"`)
    .join(",");
const line = (more: Record<string, string> = {}, value = "100", name = "nccl_bus_bandwidth_gbs") =>
  `${name}{${labels(more)}} ${value}\n`;
const FILE = "nccl_inspector_metrics_a.prom";

test("of what the real plugin wrote, the largest message of the GPU that waited least is told, under the job of the folder", () => {
  expect(metrics(recorded("12"))).toBe(`# TYPE railyard_nccl_bus_bandwidth_bytes_per_second gauge
railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="12",collective="AllGather",reach="nodes"} 3.35544e+11
railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="12",collective="AllReduce",reach="node"} 3.35544e+11
railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="12",collective="AllReduce",reach="nodes"} 4.02331e+11
railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="12",collective="Broadcast",reach="node"} 1.9174e+11
railyard_nccl_bus_bandwidth_bytes_per_second{hpc_job="12",collective="ReduceScatter",reach="nodes"} 3.35544e+11
# TYPE railyard_nccl_message_bytes gauge
railyard_nccl_message_bytes{hpc_job="12",collective="AllGather",reach="nodes"} 3.35544e+07
railyard_nccl_message_bytes{hpc_job="12",collective="AllReduce",reach="node"} 6.71089e+07
railyard_nccl_message_bytes{hpc_job="12",collective="AllReduce",reach="nodes"} 5.36871e+08
railyard_nccl_message_bytes{hpc_job="12",collective="Broadcast",reach="node"} 6.71089e+07
railyard_nccl_message_bytes{hpc_job="12",collective="ReduceScatter",reach="nodes"} 6.71089e+07
`);
});

test("a job makes up no other metric, job, label or number", () => {
  const made = [
    "node_boot_time_seconds 0\n",
    'railyard_training_loss{hpc_job="7"} 1\n',
    'railyard_nccl_message_bytes{hpc_job="8",collective="AllReduce",reach="nodes"} 1\n',
    line({}, "100", "xnccl_bus_bandwidth_gbs"),
    line({}, "100", "nccl_collective_exec_time_microseconds"),
    line({}, "100", "nccl_p2p_bus_bandwidth_gbs"),
    line({ collective: "Mine" }),
    line({ collective: "AllReduce\\n" }),
    line({ message_size: "1-2PB" }),
    line({ message_size: "-1-2KB" }),
    line({ message_size: "99999-100000TB" }),
    line({ n_nodes: "two" }),
    line({ algo_proto: 'a",x="b' }),
    line({ comm_name: "a".repeat(1400) }),
    ...["0", "-1", "1e300", "nan", "+Inf", "0x1F", "", "1 1700000000000"].map((value) => line({}, value)),
  ];
  expect(metrics({ [`7/${FILE}`]: made.join("") })).toBe("");
});

test("whatever a job writes, it has no more series than were counted for it", () => {
  const collectives = [...NCCL_COLLECTIVES, "SendRecv", "Other"];
  const text = collectives
    .flatMap((collective) =>
      ["1", "2", "64", "99999"].flatMap((nodes) =>
        ["1-2KB", "900-901MB"].map((size) =>
          line({ collective, n_nodes: nodes, message_size: size, slurm_job_id: nodes, comm_name: `c${nodes}` }),
        ),
      ),
    )
    .join("");
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`7/nccl_inspector_metrics_${at}.prom`, text]),
  );
  const series = metrics(files)
    .split("\n")
    .filter((one) => one && !one.startsWith("#"));
  expect(series).toHaveLength(SERIES.nccl);
  expect(new Set(series.map((one) => one.split(" ")[0])).size).toBe(series.length);
  for (const name of Object.keys(NCCL_EXPORTER.metrics))
    for (const collective of NCCL_COLLECTIVES)
      for (const reach of NCCL_REACH)
        expect(series.join("\n")).toContain(`${name}{hpc_job="7",collective="${collective}",reach="${reach}"} `);
});

test("reads no link, no pipe, no folder that is no job's, no other file, and nothing of a process that is gone", () => {
  for (const job of ["7", "9"]) mkdirSync(join(root, "jobs", job));
  writeFileSync(join(root, "outside"), line());
  symlinkSync(join(root, "outside"), join(root, "jobs/7", FILE));
  symlinkSync(root, join(root, "jobs/5"));
  spawnSync("mkfifo", [join(root, "jobs/7/nccl_inspector_metrics_b.prom")]);
  writeFileSync(join(root, "jobs/9", FILE), line());
  const [now, old] = [Date.now() / 1000, Date.now() / 1000 - 360];
  utimesSync(join(root, "jobs/9", FILE), now, old);
  expect(metrics({ [`x7/${FILE}`]: line(), [FILE]: line(), "7/0.prom": line() })).toBe("");
});

test("a file without an end keeps nothing of other jobs away, and is read to the half megabyte", () => {
  const small = line({ message_size: "1-2KB" });
  const huge = small.repeat(Math.ceil(524_288 / small.length)) + line({ message_size: "1-2GB" });
  const text = metrics({ [`7/${FILE}`]: huge, [`8/${FILE}`]: line() });
  expect(text).toContain('railyard_nccl_message_bytes{hpc_job="7",collective="AllReduce",reach="nodes"} 1024\n');
  expect(text).toContain('railyard_nccl_message_bytes{hpc_job="8",collective="AllReduce",reach="nodes"} 6.71089e+07\n');
});

test("is empty where there is no job, so that no old one stays", () => {
  rmSync(join(root, "jobs"), { recursive: true });
  expect(metrics({})).toBe("");
  expect(ncclMetricsScript()).not.toMatch(/[$%]\{/);
});

test("stands beside the exporter where jobs load the plugin, and sees what they write without writing there", () => {
  const sidecars = (collectives: boolean): { name: string }[] =>
    JSON.parse(JSON.stringify(nodeExporterSidecars({ efa: false, jobs: true, collectives }).sidecars));
  expect(sidecars(false).map(({ name }) => name)).toEqual(["job-metrics"]);
  expect(sidecars(true)[1]).toMatchObject({
    name: "nccl-metrics",
    volumeMounts: [{ name: "job-telemetry", mountPath: "/var/lib/railyard-telemetry", readOnly: true }],
  });
});

test("jobs are shown beside what tests of the same instances should reach, each once, where that is known", () => {
  const shown = (change: Change) => shownCollectives(sample({ monitoring: { ncclInspector: {} }, ...change }).env);
  expect(shown({})).toEqual({
    floors: [{ title: "p5, 4 nodes, 16 GiB", bytesPerSecond: 320e9 }],
    jobs: true,
  });
  expect(shown({ nodeGroups: { h100: { fabric: { kind: "none" } } }, gpu: { dcgm: "off" } })).toEqual({
    floors: [],
    jobs: false,
  });
  expect(shown({ slurm: null })).toBeUndefined();
});
