import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { INHIBITIONS } from "../../constructs/alerts/inhibition";
import { freePort } from "../helpers/moto";
import { outputUntil } from "../helpers/output-until";
import type { Json } from "../helpers/synth";

/** What Debian calls it, and what others do. */
const PROGRAM = ["prometheus-alertmanager", "alertmanager"].find((name) => spawnSync(name, ["--version"]).status === 0);
if (PROGRAM === undefined) {
  if (process.env["CI"]) throw new Error("alertmanager is not on the PATH: apt-get install prometheus-alertmanager");
  console.warn("alertmanager is not on the PATH: which alerts keep which down is not tried");
}
const withAlertmanager = PROGRAM === undefined ? describe.skip : describe;

const CONFIG = { route: { receiver: "null" }, receivers: [{ name: "null" }], inhibit_rules: INHIBITIONS };

const alert = (alertname: string, labels: Readonly<Record<string, string>>) => ({ labels: { alertname, ...labels } });
const N1 = { node: "n1", severity: "warning" };

withAlertmanager("a real Alertmanager", () => {
  let folder: string;
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "alertmanager-"));
    // JSON is YAML, too
    writeFileSync(join(folder, "config.yml"), JSON.stringify(CONFIG));
    const port = await freePort();
    url = `http://127.0.0.1:${port}/api/v2/alerts`;
    const options = [
      "--config.file=config.yml",
      "--storage.path=data",
      "--cluster.listen-address=",
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    server = spawn(PROGRAM!, options, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    await outputUntil(server, "Listening on");
  });
  afterAll(async () => {
    const gone = once(server, "exit");
    server.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });

  let runs = 0;

  /** Sends alerts, and waits until those and no others are told of that are named: Alertmanager takes a moment. */
  async function hears(alerts: readonly Json[], expected: readonly string[]): Promise<void> {
    const run = String((runs += 1));
    const body = JSON.stringify(alerts.map(({ labels }: Json) => ({ labels: { ...labels, run } })));
    await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
    let names: string[] = [];
    for (let left = 50; left > 0 && names.join() !== expected.join(); left -= 1) {
      await new Promise((later) => setTimeout(later, 100));
      const answer = (await (await fetch(`${url}?filter=run="${run}"`)).json()) as Json[];
      const active = answer.filter(({ status }) => status.state !== "suppressed");
      names = active.map(({ labels }) => labels.alertname).toSorted();
    }
    expect(names).toEqual(expected);
  }

  test("a node that is gone is one message, and others are told of", () =>
    hears(
      [
        alert("KubeNodeNotReady", { ...N1, namespace: "monitoring" }),
        alert("GpuLost", { ...N1, severity: "critical" }),
        alert("EfaLosesPackets", N1),
        alert("GpuNvlinkErrors", { ...N1, node: "n2" }),
        alert("GpuMetricsMissing", { severity: "warning", daemonset: "nvidia-dcgm-exporter" }),
      ],
      ["GpuMetricsMissing", "GpuNvlinkErrors", "KubeNodeNotReady"],
    ));

  test("a GPU that has left the bus explains what else its node says of GPUs", () =>
    hears(
      [
        alert("GpuWantsReboot", { node: "n3", severity: "critical" }),
        alert("GpuLost", { node: "n3", severity: "critical" }),
        alert("GpuUncorrectedErrors", { node: "n3", severity: "warning" }),
        alert("EfaLosesPackets", { node: "n3", severity: "warning" }),
      ],
      ["EfaLosesPackets", "GpuWantsReboot"],
    ));

  test("a port that is down explains its errors, and not those of another one", () =>
    hears(
      [
        alert("RdmaPortDown", { node: "n4", device: "mlx5_0", severity: "critical" }),
        alert("InfinibandLinkErrors", { node: "n4", device: "mlx5_0", severity: "warning" }),
        alert("InfinibandLinkErrors", { node: "n4", device: "mlx5_3", severity: "warning" }),
      ],
      ["InfinibandLinkErrors", "RdmaPortDown"],
    ));

  test("a file system that is almost full is told of once, and others beside it", () =>
    hears(
      [
        alert("LustreAlmostFull", { name: "scratch", severity: "critical" }),
        alert("LustreFillsUp", { name: "scratch", severity: "warning" }),
        alert("LustreFillsUp", { name: "data", severity: "warning" }),
      ],
      ["LustreAlmostFull", "LustreFillsUp"],
    ));

  test("a budget that goes fast is told of once, and others beside it", () =>
    hears(
      [
        alert("SloBurnsFast", { slo: "kubernetes-api", severity: "critical" }),
        alert("SloBurnsSlowly", { slo: "kubernetes-api", severity: "warning" }),
        alert("SloBurnsSlowly", { slo: "node-availability", severity: "warning" }),
      ],
      ["SloBurnsFast", "SloBurnsSlowly"],
    ));

  test("the worse of two alerts of one name keeps the other one down, as the chart has it", () =>
    hears(
      [
        alert("Watched", { namespace: "a", severity: "critical" }),
        alert("Watched", { namespace: "a", severity: "warning" }),
        alert("Watched", { namespace: "b", severity: "warning" }),
      ],
      ["Watched", "Watched"],
    ));
});
