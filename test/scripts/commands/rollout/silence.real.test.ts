import { spawnSync } from "node:child_process";
import { RolloutSilence } from "../../../../scripts/commands/rollout/silence";
import type { SeenNode } from "../../../../scripts/lib/slurm/pool-nodes";
import { Alertmanager, describeWithAlertmanager } from "../../../helpers/alertmanager";

const node = (name: string, pool: string): SeenNode =>
  ({ name, pool, slurm: null, pod: null, host: { name: `${name}.ec2.internal` } }) as SeenNode;

describeWithAlertmanager("a real Alertmanager, asked by the real amtool", () => {
  let alertmanager: Alertmanager;
  const asked: string[] = [];
  /** Runs what kubectl would run in the pod. */
  const run = (...args: string[]): Promise<string> => {
    const words = args
      .slice(args.indexOf("--") + 2)
      .map((word) => word.replace("http://127.0.0.1:9093", alertmanager.url));
    asked.push(words[2]!);
    const { status, stdout, stderr } = spawnSync("amtool", words, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return Promise.resolve(stdout);
  };

  beforeAll(async () => {
    alertmanager = await Alertmanager.start(() => ({ route: { receiver: "null" }, receivers: [{ name: "null" }] }));
  });
  afterAll(() => alertmanager.stop());

  test("keeps down what the rollout does, until it ends", async () => {
    const words: string[] = [];
    const silence = new RolloutSilence({
      kubectl: { run },
      pool: "h100",
      nodes: [node("n1", "h100"), node("n2", "h100"), node("n3", "cpu")],
      tell: (text) => void words.push(text),
    });
    const gone = (name: string) => ({ alertname: "KubeNodeNotReady", node: name, severity: "warning", run: "1" });
    await alertmanager.send([
      gone("n1.ec2.internal"),
      gone("n2.ec2.internal"),
      { ...gone("n3.ec2.internal"), alertname: "KubeNodeUnreachable" },
      { alertname: "GpuWantsReplacement", node: "n1.ec2.internal", run: "1" },
      { alertname: "SlurmCapacityDrained", run: "1" },
    ]);
    const active = async (count: number) => {
      let found: string[] = [];
      for (let left = 50; left > 0 && found.length !== count; left -= 1) {
        await new Promise((later) => setTimeout(later, 100));
        found = await alertmanager.active('run="1"');
      }
      return found;
    };
    const now = Date.now();
    await silence.keep(now);
    expect(words).toEqual([]);
    expect(await active(2)).toEqual(["GpuWantsReplacement", "KubeNodeUnreachable"]);
    // nothing is asked while they last, and then others take their place
    await silence.keep(now + 60_000);
    expect(asked).toEqual(["add", "add"]);
    await silence.keep(now + 20 * 60_000);
    expect(asked.slice(2)).toEqual(["add", "expire", "add", "expire"]);
    expect(await active(2)).toEqual(["GpuWantsReplacement", "KubeNodeUnreachable"]);
    await silence.end();
    expect(await active(5)).toHaveLength(5);
    expect(words).toEqual([]);
  });
});
