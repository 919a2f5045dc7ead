import { spawnSync } from "node:child_process";
import { silenceFirst } from "../../../../scripts/commands/deploy/silence-first";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { NodesSilence } from "../../../../scripts/lib/nodes/silence";
import { Alertmanager, describeWithAlertmanager } from "../../../helpers/alertmanager";

describeWithAlertmanager("a real Alertmanager, asked by the real amtool", () => {
  let alertmanager: Alertmanager;
  const asked: string[] = [];
  /** Runs what kubectl would run in the pod; nodes of the group are those of the test. */
  const run = (...args: string[]): Promise<string> => {
    if (args[0] === "get") return Promise.resolve("node/n1.ec2.internal\nnode/n2.ec2.internal\n");
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

  const activeOf = async (filter: string, count: number) => {
    let found: string[] = [];
    for (let left = 50; left > 0 && found.length !== count; left -= 1) {
      await new Promise((later) => setTimeout(later, 100));
      found = await alertmanager.active(filter);
    }
    return found;
  };

  test("keeps down what the rollout does, until it ends", async () => {
    const words: string[] = [];
    const silence = new NodesSilence({
      kubectl: { run },
      author: "railyard rollout",
      comment: "The nodes of h100 are made anew.",
      hosts: () => ["n1.ec2.internal", "n2.ec2.internal"],
      inSlurm: true,
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
    const active = (count: number) => activeOf('run="1"', count);
    const now = Date.now();
    await silence.keep(now);
    expect(words).toEqual([]);
    expect(await active(2)).toEqual(["GpuWantsReplacement", "KubeNodeUnreachable"]);
    // nothing is asked while they last, and then others take their place
    await silence.keep(now + 60_000);
    expect(asked).toEqual(["add", "add"]);
    await silence.keep(now + 20 * 60_000);
    expect(asked.slice(2)).toEqual(["add", "add", "expire", "expire"]);
    expect(await active(2)).toEqual(["GpuWantsReplacement", "KubeNodeUnreachable"]);
    await silence.end();
    expect(await active(5)).toHaveLength(5);
    expect(words).toEqual([]);
  });

  test("keeps down what a deployment does to the nodes of its groups, says who began it, and ends with it", async () => {
    const words: string[] = [];
    const props = {
      environment: { name: "research", slurm: null } as never,
      aws: {} as never,
      folder: "",
      env: { USER: "ada" },
      tell: (text: string) => void words.push(text),
    };
    const gone = (name: string) => ({ alertname: "KubeNodeNotReady", node: name, severity: "warning", run: "2" });
    await alertmanager.send([
      gone("n1.ec2.internal"),
      gone("n3.ec2.internal"),
      { alertname: "GpuWantsReplacement", node: "n1.ec2.internal", run: "2" },
      // what counts nodes that take jobs is told where there is no Slurm
      { alertname: "SlurmCapacityDrained", run: "2" },
    ]);
    expect(await activeOf('run="2"', 4)).toHaveLength(4);
    const kept = await silenceFirst({ ...props, kubectl: { run } })(["h100", "cpu"]);
    expect(await activeOf('run="2"', 3)).toEqual(["GpuWantsReplacement", "KubeNodeNotReady", "SlurmCapacityDrained"]);
    const { stdout } = spawnSync(
      "amtool",
      [`--alertmanager.url=${alertmanager.url}`, "silence", "query", "-o", "json"],
      {
        encoding: "utf8",
      },
    );
    const made = (JSON.parse(stdout) as { createdBy: string; comment: string; startsAt: string; endsAt: string }[])[0]!;
    expect(made).toMatchObject({
      createdBy: "railyard deploy",
      comment: "A deployment of research takes nodes of h100, cpu; begun by ada.",
    });
    expect(Date.parse(made.endsAt) - Date.parse(made.startsAt)).toBeLessThanOrEqual(30 * 60_000 + 1000);
    await kept!.end();
    expect(await activeOf('run="2"', 4)).toHaveLength(4);
    expect(words).toEqual([]);
  });

  test("says once that Alertmanager does not answer, and a deployment goes on", async () => {
    const words: string[] = [];
    const kept = await silenceFirst({
      environment: { name: "research", slurm: {} } as never,
      aws: {} as never,
      folder: "",
      env: {},
      tell: (text) => void words.push(text),
      kubectl: { run: () => Promise.reject(new ExpectedError("no such pod")) },
    })(["h100"]);
    await kept!.end();
    expect(words).toEqual(["alerts of these nodes are told as ever, or for half an hour too little: no such pod"]);
  });
});
