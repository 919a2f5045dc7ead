import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { TRAINING_SERIES, trainingAlerts, trainingRecordings } from "../../../constructs/alerts/training";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { freePort } from "../../helpers/moto";
import { outputUntil } from "../../helpers/output-until";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";
import type { Json } from "../../helpers/synth";

// Four processes of PyTorch on CPUs, one of which is slow, and a real Prometheus that scrapes all of them: `npm run test:training`.

const root = mkdtempSync(join(tmpdir(), "railyard-straggler-"));
const children: ChildProcess[] = [];
beforeAll(requireTraining);
afterAll(async () => {
  for (const child of children) {
    const gone = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGKILL")) await gone;
  }
  rmSync(root, { recursive: true, force: true });
});

/** Each step has computing, which takes rank 2 half as long again, and a message that all wait for. */
const PROGRAM = `
import os, time
import torch, torch.distributed as dist
from railyard_telemetry import Telemetry
dist.init_process_group("gloo")
rank = dist.get_rank()
telemetry = Telemetry(rank=rank, world=dist.get_world_size())
number = 0
while True:
    number += 1
    with telemetry.step(number, 100) as step:
        with step.phase("compute"):
            time.sleep(0.06 if rank == 2 else 0.04)
        with step.phase("messages"):
            dist.all_reduce(torch.ones(16))
        step.loss = float("nan") if number > 20 else 1.0
`;

/** What would take minutes takes seconds: every time in the rules is divided. */
const hastened = (text: string): string =>
  text
    .replaceAll("[10m]", "[8s]")
    .replaceAll("[30m]", "[8s]")
    .replaceAll("[15m]", "[8s]")
    .replaceAll('"for":"10m"', '"for":"3s"')
    .replaceAll('"for":"5m"', '"for":"3s"')
    .replaceAll('"for":"15m"', '"for":"3s"');

test("the slow one of four processes is named, with its node, and no other", async () => {
  writeFileSync(join(root, "railyard_telemetry.py"), trainingPrograms()["railyard_telemetry.py"]!);
  writeFileSync(join(root, "program.py"), PROGRAM);
  const [meeting, web, ...ports] = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  ports.forEach((port, rank) => {
    const folder = join(root, `node-${rank}`);
    mkdirSync(folder);
    const env = {
      ...process.env,
      PATH: `${dirname(TRAINING_PYTHON)}:${process.env["PATH"]}`,
      OMP_NUM_THREADS: "1",
      MASTER_ADDR: "127.0.0.1",
      MASTER_PORT: String(meeting),
      RANK: String(rank),
      WORLD_SIZE: "4",
      SLURM_JOB_ID: "7",
      SLURM_JOB_ACCOUNT: "red",
      RAILYARD_TELEMETRY: folder,
      RAILYARD_TELEMETRY_PORT: String(port),
    };
    children.push(spawn(TRAINING_PYTHON, ["program.py"], { cwd: root, env, stdio: "ignore" }));
  });
  const targets = ports.map((port, rank) => ({ targets: [`127.0.0.1:${port}`], labels: { node: `n${rank}` } }));
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.json"],
    scrape_configs: [{ job_name: "node-exporter", static_configs: targets }],
  };
  writeFileSync(join(root, "prometheus.yml"), JSON.stringify(config));
  writeFileSync(
    join(root, "rules.json"),
    hastened(JSON.stringify({ groups: [...trainingRecordings(), ...trainingAlerts()] })),
  );
  const options = ["--config.file=prometheus.yml", "--storage.tsdb.path=data", `--web.listen-address=127.0.0.1:${web}`];
  const server = spawn("prometheus", options, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  children.push(server);
  await outputUntil(server, "Server is ready to receive web requests");
  const ask = async (path: string): Promise<Json> =>
    ((await (await fetch(`http://127.0.0.1:${web}/api/v1/${path}`)).json()) as Json).data;

  const firing = async (): Promise<Json[]> =>
    (await ask("alerts")).alerts.filter(({ state }: Json) => state === "firing");
  let alerts: Json[] = [];
  // Python loads PyTorch for long on a machine that does much else
  for (let left = 240; left > 0 && alerts.length < 2; left -= 1) {
    await pause(500);
    alerts = await firing();
  }
  const names = alerts.map(({ labels }) => [labels.alertname, labels.hpc_job, labels.node, labels.rank]);
  expect(names.toSorted()).toEqual([
    ["TrainingLossNotFinite", "7", undefined, undefined],
    ["TrainingRankSlow", "7", "n2", "2"],
  ]);
  const { result } = await ask(`query?query=${TRAINING_SERIES.slowness}`);
  const slowness = Object.fromEntries(result.map(({ metric, value }: Json) => [metric.rank, Number(value[1])]));
  expect(slowness["2"]).toBeGreaterThan(1.2);
  for (const rank of ["0", "1", "3"]) expect(slowness[rank]).toBeLessThan(1.1);
});
