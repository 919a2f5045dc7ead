import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasSlurm, startSlurm, type RealSlurm } from "../../helpers/real-slurm";
import { freePort } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";

const NODES = ["n-0", "n-1", "n-2", "n-3"];
/** Of the second no user may have more than one job at a time. */
const QOS = ["high Priority=100", "standard Priority=10 MaxJobsPerUser=1"];

let slurm: RealSlurm;
let exporter: ChildProcess;
let port: number;
beforeAll(async () => {
  if (!hasSlurm()) throw new Error("these tests need slurmctld, slurmd, slurmdbd, MariaDB and munged, and to be root");
  slurm = await startSlurm(NODES, { feature: "h100", programs: {}, qos: QOS });
  port = await freePort();
  exporter = spawn("python3", ["-B", join(ROOT, "constructs/slurm/files/slurm_metrics.py")], {
    env: {
      ...slurm.env,
      RAILYARD_PORT: String(port),
      RAILYARD_PAUSE: "1",
      RAILYARD_START_WITHIN: '{"high":600,"standard":600}',
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
});
afterAll(async () => {
  exporter?.kill("SIGKILL");
  await slurm?.stop();
});

const scraped = async (): Promise<string> => {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  } catch {
    return "";
  }
};

/** What it serves, as soon as it has all of these lines. */
async function until(...lines: readonly string[]): Promise<string> {
  let text = "";
  for (let tries = 0; tries < 120; tries++) {
    text = await scraped();
    if (lines.every((line) => text.includes(line))) return text;
    await sleep(500);
  }
  throw new Error(`${lines.filter((line) => !text.includes(line)).join("\n")} is not in\n${text}`);
}

const submit = (...args: readonly string[]): Promise<string> =>
  slurm.command("sbatch", "--parsable", "--output=/dev/null", "--exclusive", ...args);
const waiting = (qos: string, why: string): string =>
  `railyard_slurm_jobs_waiting{partition="train",qos="${qos}",why="${why}"}`;

test("nodes are told by state, and those that are out by what a check wrote, whatever else is in the reason", async () => {
  await until(...NODES.map((node) => `railyard_slurm_node_state{node="${node}",state="idle"} 1`));
  const hostile =
    'railyard: hardware: gpu-count: 7 "of" 8\nn-2\u001frailyard: fabric: efa: x\u001f\n# TYPE up gauge\nup 1';
  await slurm.command("scontrol", "update", "nodename=n-1", "state=drain", `reason=${hostile}`);
  await slurm.command("scontrol", "update", "nodename=n-2", "state=down", 'reason=ada: {looks="odd"} 1');
  const text = await until(
    'railyard_slurm_node_state{node="n-1",state="drain"} 1',
    'railyard_slurm_node_state{node="n-2",state="down"} 1',
    'railyard_slurm_node_out_since_seconds{node="n-1",cause="hardware",check="gpu-count"} ',
    'railyard_slurm_node_out_since_seconds{node="n-2",',
  );
  expect(text).not.toMatch(/looks|^up|^# TYPE up/m);
  await slurm.command("scontrol", "update", "nodename=n-[1-2]", "state=resume");
  const after = await until(...NODES.map((node) => `railyard_slurm_node_state{node="${node}",state="idle"} 1`));
  expect(after).not.toContain("railyard_slurm_node_out_since_seconds{");
});

test("jobs wait for nodes, at limits, or themselves; what starts is counted with its wait", async () => {
  const first = await submit("--qos=high", "--nodes=4", "--wrap=sleep 300");
  await submit("--qos=high", "--nodes=1", "--wrap=true", '--job-name=a"b\\c|d\n# HELP x');
  await submit("--qos=high", "--hold", "--wrap=true");
  await submit("--qos=high", "--begin=now+1hour", "--wrap=true");
  const gone = await submit("--qos=high", "--nodes=4", "--wrap=true");
  await submit("--qos=standard", "--nodes=1", "--array=1-3", "--wrap=true");
  await until(`${waiting("high", "nodes")} 2`, `${waiting("high", "itself")} 2`, `${waiting("standard", "nodes")} 3`);
  await slurm.command("scancel", gone.trim());
  await until(`${waiting("high", "nodes")} 1`);
  await slurm.command("scancel", first.trim());
  const text = await until(
    // the first, the one behind it, and the elements of the array one after the other
    'railyard_slurm_job_wait_seconds_count{partition="train",qos="high"} 2',
    'railyard_slurm_job_wait_seconds_count{partition="train",qos="standard"} 3',
    'railyard_slurm_jobs_in_time_total{qos="standard"} 3',
    'railyard_slurm_jobs_in_time_total{qos="high"} 2',
  );
  expect(text).toContain('railyard_slurm_jobs_late_total{qos="high"} 0');
  const { stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  expect(`${stdout}${stderr}`).toBe("");
});

test("a job that its limit holds back does not wait for nodes", async () => {
  await submit("--qos=standard", "--nodes=1", "--wrap=sleep 300");
  await submit("--qos=standard", "--nodes=1", "--wrap=true");
  await until(`${waiting("standard", "limits")} 1`);
  await slurm.command("scancel", "--user=root");
});

test("where slurmctld is gone nothing is told of nodes, and counts stay", async () => {
  await slurm.command("scontrol", "shutdown", "slurmctld");
  const text = await until("railyard_slurm_answers 0");
  expect(text).not.toContain("railyard_slurm_node_state");
  expect(text).not.toContain("railyard_slurm_jobs_waiting");
  expect(text).toContain('railyard_slurm_jobs_in_time_total{qos="standard"}');
});
