import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TRAINING_EXPORTER } from "../../../config/facts/metrics";
import { jobMetricsScript, scrapesJobs } from "../../../constructs/platform/job-metrics";
import { sample } from "../../helpers/environment";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-jobs-"));
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
  spawnSync("/bin/sh", ["-c", jobMetricsScript()], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, JOBS: join(root, "jobs"), OUT: join(root, "out") },
    timeout: 20_000,
  });
  expect(existsSync(join(root, "out/jobs.prom.new"))).toBe(false);
  return readFileSync(join(root, "out/jobs.prom"), "utf8");
}

test("takes over what processes of jobs tell, names together and each with its kind", () => {
  const text = metrics({
    "7/0.prom": `# TYPE railyard_training_loss gauge\nrailyard_training_loss{hpc_job="7",team="red"} nan\nrailyard_training_rank_steps_total{hpc_job="7",team="red",rank="0"} 12.0\n`,
    "7/1.prom": `railyard_training_rank_steps_total{hpc_job="7",team="red",rank="1"} 1.5e+16\n`,
    "8/0.prom": `railyard_training_loss{hpc_job="8"} -2\n`,
  });
  expect(text).toBe(`# TYPE railyard_training_loss gauge
railyard_training_loss{hpc_job="7",team="red"} nan
railyard_training_loss{hpc_job="8"} -2
# TYPE railyard_training_rank_steps_total counter
railyard_training_rank_steps_total{hpc_job="7",team="red",rank="0"} 12.0
railyard_training_rank_steps_total{hpc_job="7",team="red",rank="1"} 1.5e+16
`);
});

test("a job makes up no metric of a node, a GPU or another job, and no label", () => {
  const loss = (labels: string, value = "1") => `railyard_training_loss{${labels}} ${value}\n`;
  const made = [
    'DCGM_FI_DEV_GPU_TEMP{hpc_job="7"} 200\n',
    "node_boot_time_seconds 0\n",
    // of the agent of tiers, whose alerts they would keep silent
    'railyard_checkpoint_round_success{hpc_job="7"} 1\n',
    'railyard_checkpoint_round_timestamp_seconds{hpc_job="7"} 9e9\n',
    'railyard_checkpoint_started_timestamp_seconds{hpc_job="7"} 9e9\n',
    'railyard_checkpoint_successes_total_of{hpc_job="7"} 1\n',
    'xrailyard_training_loss{hpc_job="7"} 1\n',
    loss('hpc_job="8"'),
    loss('hpc_job="7",node="other"'),
    loss('hpc_job="7",rank="1",team="red"'),
    loss('hpc_job="7",team="a\\"b"'),
    loss('hpc_job="7"', "1 1700000000000"),
    loss('hpc_job="7"', "0x1F"),
    loss('hpc_job="7"', ""),
    loss(`hpc_job="7",team="${"a".repeat(300)}"`),
    'railyard_training_$(touch x){hpc_job="7"} 1\n',
  ];
  expect(metrics({ "7/0.prom": made.join("") })).toBe("");
});

test("what the helper of trainings tells of checkpoints is taken, each of it", () => {
  const names = Object.keys(TRAINING_EXPORTER.metrics).filter((name) => name.startsWith("railyard_checkpoint_"));
  expect(names.length).toBeGreaterThan(0);
  const text = metrics({ "7/0.prom": names.map((name) => `${name}{hpc_job="7"} 1\n`).join("") });
  for (const name of names) expect(text).toContain(`${name}{hpc_job="7"} 1\n`);
});

test("two values of one series are one, for a scrape with both is refused", () => {
  const line = 'railyard_training_loss{hpc_job="7"}';
  expect(
    metrics({ "7/0.prom": `${line} 1\n`, "7/1.prom": `${line} 2\n` }).match(/railyard_training_loss\{/g),
  ).toHaveLength(1);
});

test("reads no link, no pipe, no folder that is no job's, and nothing that nobody has written for an hour", () => {
  const line = (job: number) => `railyard_training_loss{hpc_job="${job}"} 1\n`;
  mkdirSync(join(root, "jobs/7"));
  writeFileSync(join(root, "outside"), line(7));
  symlinkSync(join(root, "outside"), join(root, "jobs/7/0.prom"));
  spawnSync("mkfifo", [join(root, "jobs/7/1.prom")]);
  mkdirSync(join(root, "jobs/9"));
  writeFileSync(join(root, "jobs/9/0.prom"), line(9));
  utimesSync(join(root, "jobs/9/0.prom"), 0, 0);
  expect(metrics({ "x7/0.prom": line(7), "8/0.prom": line(8), "0.prom": line(7) })).toContain('{hpc_job="8"} 1\n');
  expect(readFileSync(join(root, "out/jobs.prom"), "utf8").split("\n")).toHaveLength(3);
});

test("no file is read beyond what a process can tell", () => {
  const lines = Array.from(
    { length: 200 },
    (_, rank) => `railyard_training_rank_steps_total{hpc_job="7",rank="${rank}"} 1\n`,
  );
  expect(metrics({ "7/0.prom": lines.join("") }).match(/rank="/g)).toHaveLength(96);
});

test("a job that tells more than a training can takes no room from others", () => {
  const files = Array.from({ length: 20 }, (_, file) => [
    `7/${file}.prom`,
    Array.from(
      { length: 96 },
      (_, at) => `railyard_training_rank_steps_total{hpc_job="7",rank="${file * 96 + at}"} 1\n`,
    ),
  ]).map(([path, lines]): [string, string] => [path as string, (lines as string[]).join("")]);
  const text = metrics({ ...Object.fromEntries(files), "8/0.prom": 'railyard_training_loss{hpc_job="8"} 1\n' });
  expect(text.match(/hpc_job="7"/g)).toHaveLength(1000);
  expect(text).toContain('railyard_training_loss{hpc_job="8"} 1\n');
});

test("what is ended before its time leaves the metrics of before", () => {
  writeFileSync(join(root, "bin/sort"), "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
  writeFileSync(join(root, "out/jobs.prom"), "of before");
  expect(metrics({ "8/0.prom": 'railyard_training_loss{hpc_job="8"} 1\n' })).toBe("of before");
});

test("is empty where there is no job, so that no old one stays", () => {
  rmSync(join(root, "jobs"), { recursive: true });
  expect(metrics({})).toBe("");
});

test("has nothing that Terraform would take for its own", () => {
  expect(jobMetricsScript()).not.toMatch(/[$%]\{/);
});

test("is there where Slurm has GPUs and Prometheus runs", () => {
  expect(scrapesJobs(sample().env)).toBe(true);
  expect(scrapesJobs(sample({ monitoring: { enabled: false } }).env)).toBe(false);
  expect(scrapesJobs(sample({ slurm: null }).env)).toBe(false);
});
