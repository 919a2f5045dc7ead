import { INHIBITIONS } from "../../constructs/alerts/inhibition";
import { Alertmanager, describeWithAlertmanager } from "../helpers/alertmanager";

const CONFIG = { route: { receiver: "null" }, receivers: [{ name: "null" }], inhibit_rules: INHIBITIONS };

const alert = (alertname: string, labels: Readonly<Record<string, string>>) => ({ alertname, ...labels });
const N1 = { node: "n1", severity: "warning" };

describeWithAlertmanager("a real Alertmanager", () => {
  let alertmanager: Alertmanager;
  beforeAll(async () => {
    alertmanager = await Alertmanager.start(() => CONFIG);
  });
  afterAll(() => alertmanager.stop());

  let runs = 0;

  /** Sends alerts, and waits until those and no others are told of that are named: Alertmanager takes a moment. */
  async function hears(
    alerts: readonly Readonly<Record<string, string>>[],
    expected: readonly string[],
  ): Promise<void> {
    const run = String((runs += 1));
    await alertmanager.send(alerts.map((labels) => ({ ...labels, run })));
    let names: string[] = [];
    for (let left = 50; left > 0 && names.join() !== expected.join(); left -= 1) {
      await new Promise((later) => setTimeout(later, 100));
      names = await alertmanager.active(`run="${run}"`);
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

  test("a job that stands still is not told of as slow, and another one is", () =>
    hears(
      [
        alert("TrainingStandsStill", { hpc_job: "7", severity: "warning" }),
        alert("TrainingRankSlow", { hpc_job: "7", node: "n1", severity: "warning" }),
        alert("TrainingSlower", { hpc_job: "8", severity: "warning" }),
      ],
      ["TrainingSlower", "TrainingStandsStill"],
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
