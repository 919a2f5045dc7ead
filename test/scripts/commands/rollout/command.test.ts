import { rolloutCommand, type RolloutOutside } from "../../../../scripts/commands/rollout/command";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { ROLLOUT_REASON } from "../../../../scripts/lib/slurm/rollout-world";
import { captured } from "../../../helpers/captured";
import { fakeProgram, recordedAws, withPath } from "../../../helpers/deploying";
import { PretendedSlurmCluster } from "../../../helpers/pretended-slurm-cluster";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const NOW = new Date("2026-11-23T09:00:00Z");
const H100 = { "railyard.dev/node-group": "h100" };
const DGX = { "example.com/servers": "dgx" };
const NAMES = ["n1", "n2", "n3", "n4"];

const settled = (status = "ACTIVE") =>
  recordedAws([
    {
      call: "EKS DescribeNodegroup",
      input: { clusterName: "research", nodegroupName: "research-h100" },
      output: { nodegroup: { status } },
    },
  ]);

async function rollout(cluster: PretendedSlurmCluster, args: readonly string[], outside: RolloutOutside = {}) {
  const { context, texts } = captured(ROOT, NOW);
  const { kubectl, slurm } = cluster;
  const aws = settled();
  const code = await rolloutCommand(args, context, {
    kubectl,
    slurm,
    aws,
    env: {},
    pollSeconds: 0.001,
    open: () => null,
    ...outside,
  });
  return { code, ...texts() };
}

const research = () => new PretendedSlurmCluster("h100", H100, NAMES);

test("a plan tells nodes, floors and what is left alone, and changes nothing", async () => {
  const cluster = research();
  Object.assign(cluster.of("n2"), { state: "drained", reason: "by hand\u001b[2J" });
  const { code, printed } = await rollout(cluster, ["research", "h100", "--plan"]);
  expect(code).toBe(0);
  expect(printed).toContain("n1    idle");
  expect(printed).toMatch(/n1 +idle +another machine takes its place/);
  expect(printed).toMatch(/n2 +drained: by hand.* +is left to whoever has drained it/);
  expect(printed).not.toContain("\u001b");
  expect(printed).toContain("3 of 4 nodes of pool h100 take jobs; 3 go on doing so (75 %)");
  expect(printed).toContain("no node is drained before others take jobs again");
  expect(cluster.changes).toEqual([]);
  expect(cluster.configMaps.size).toBe(0);
  const { printed: json } = await rollout(cluster, ["research", "h100", "--plan", "--json", "--by", "restart"]);
  expect(JSON.parse(json)).toMatchObject({
    way: "restart",
    goesOn: false,
    atOnce: 0,
    floors: [{ total: 4, working: 3, least: 3 }, {}],
  });
});

test("each slurmd pod is made anew, in turn, and what was done is kept in the cluster", async () => {
  const cluster = research();
  cluster.before = (call) => {
    const [, name] = /^delete pod slurmd-(\w+)/.exec(call) ?? [];
    if (name !== undefined) cluster.renewed(name);
  };
  const { code, printed } = await rollout(cluster, ["research", "h100", "--by", "restart", "--yes"]);
  expect([code, printed]).toEqual([0, expect.stringContaining("4 of 4 nodes are made anew.")]);
  expect(cluster.changes.slice(0, 3)).toEqual([
    `scontrol update NodeName=n1 State=DRAIN Reason=${ROLLOUT_REASON}`,
    "delete pod slurmd-n1 --namespace slurm --wait=false",
    "scontrol update NodeName=n1 State=UNDRAIN",
  ]);
  const { data } = cluster.configMaps.get("railyard-rollout-h100")!;
  expect(JSON.parse(data["state"]!)).toMatchObject({ pool: "h100", nodes: { n4: { phase: "done", next: "n4" } } });
});

test("an instance is ended by its Auto Scaling group, and what AWS says is told", async () => {
  const at = folder();
  const { calls } = fakeProgram(at, "aws", "*) echo 'An error occurred (AccessDenied): no' >&2; exit 254;;");
  const cluster = research();
  const { code, printed, errors } = await rollout(cluster, ["research", "h100", "--yes"], { env: withPath(at) });
  expect(code).toBe(2);
  expect(calls()[0]).toBe(
    "autoscaling terminate-instance-in-auto-scaling-group --instance-id i-01 --no-should-decrement-desired-capacity --region us-east-1 --output json",
  );
  expect(errors).toContain("stops: 2 nodes have failed, one after another");
  expect(printed).toContain(
    "n1: failed: replace is refused: AWS does not end instance i-01: An error occurred (AccessDenied): no",
  );
  expect([...cluster.nodes.values()].every(({ state }) => state === "idle")).toBe(true);
});

test("a group that EKS updates itself is left to it", async () => {
  const { code, errors } = await rollout(research(), ["research", "h100", "--yes"], { aws: settled("UPDATING") });
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/research-h100 is UPDATING: it may be replacing its nodes/),
  ]);
});

test("two at one time: the second one that writes ends, and touches nothing of the other's", async () => {
  const cluster = research();
  let once = true;
  cluster.before = (call) => {
    if (!call.startsWith("delete pod") || !once) return;
    once = false;
    cluster.renewed("n1");
    cluster.configMaps.get("railyard-rollout-h100")!.version++;
  };
  const { code, errors } = await rollout(cluster, ["research", "h100", "--by", "restart", "--yes"], {});
  expect(code).toBe(1);
  expect(errors).toContain("Another rollout of h100 runs");
});

test("one that was stopped goes on in its own way, or is given up", async () => {
  const cluster = research();
  const slot = { phase: "done", at: 1, mark: "x" };
  const state = {
    format: 1,
    pool: "h100",
    way: "restart",
    begun: 1,
    failures: 0,
    limits: {},
    nodes: { n1: slot, n2: { ...slot, phase: "waits" } },
  };
  cluster.configMaps.set("railyard-rollout-h100", { version: 3, data: { state: JSON.stringify(state) } });
  const plan = await rollout(cluster, ["research", "h100", "--plan", "--by", "restart"]);
  expect(plan.printed).toContain("h100  ·  restart  ·  goes on where it stopped");
  const other = await rollout(cluster, ["research", "h100", "--plan"]);
  expect([other.code, other.errors]).toEqual([1, expect.stringMatching(/by restart was stopped.*--anew gives it up/)]);
  const anew = await rollout(cluster, ["research", "h100", "--plan", "--anew", "--json"]);
  expect((JSON.parse(anew.printed) as { nodes: object[] }).nodes).toHaveLength(4);
  cluster.configMaps.set("railyard-rollout-h100", { version: 4, data: { state: "[]" } });
  const broken = await rollout(cluster, ["research", "h100", "--plan"]);
  expect([broken.code, broken.errors]).toEqual([
    1,
    expect.stringContaining("kubectl delete configmap -n slurm railyard-rollout-h100"),
  ]);
});

test("servers that people bought boot, from their own pod", async () => {
  const cluster = new PretendedSlurmCluster("dgx", DGX, ["n1"]);
  cluster.before = (call) => {
    if (/^exec slurmd-n1 .* mend reboot$/s.test(call)) cluster.renewed("n1");
  };
  const { code, errors } = await rollout(cluster, ["iron", "dgx", "--yes"]);
  expect([errors.includes("reboot is ordered"), code]).toEqual([true, 0]);
});

test.each([
  [["research", "h1OO"], /no pool "h1OO": it has h100, cpu; did you mean h100/],
  [["iron", "dgx", "--by", "replace"], /nobody replaces servers of dgx but people/],
  [["research"], /one environment and one of its pools/],
  [["research", "h100"], /nobody can be asked here: --yes/],
])("%j is refused in words", async (args, words) => {
  const { code, errors } = await rollout(research(), args);
  expect([code, errors]).toEqual([1, expect.stringMatching(words)]);
});

describe("alerts of nodes that a rollout makes anew", () => {
  const silenced = (cluster: PretendedSlurmCluster) => [...cluster.silences.values()];

  test("are silent until it has ended", async () => {
    const cluster = research();
    const during: (readonly string[])[][] = [];
    cluster.before = (call) => {
      if (!call.startsWith("delete pod")) return;
      during.push(silenced(cluster));
      cluster.renewed(/slurmd-(n\d)/.exec(call)![1]!);
    };
    const { code } = await rollout(cluster, ["research", "h100", "--by", "restart", "--yes"]);
    expect(code).toBe(0);
    expect(during[0]).toEqual([
      [expect.stringMatching(/^alertname=~"KubeNodeNotReady\|/), 'node=~"n1|n2|n3|n4"'],
      ['alertname=~"SlurmNodesMissing|SlurmCapacityDrained"'],
    ]);
    expect(silenced(cluster)).toEqual([]);
  });

  test("are told again where another one goes on", async () => {
    const cluster = research();
    cluster.before = (call) => {
      if (!call.startsWith("delete pod") || cluster.silences.size === 0) return;
      cluster.renewed(/slurmd-(n\d)/.exec(call)![1]!);
      cluster.configMaps.get("railyard-rollout-h100")!.version++;
    };
    expect((await rollout(cluster, ["research", "h100", "--by", "restart", "--yes"])).code).toBe(1);
    expect(silenced(cluster)).toEqual([]);
  });

  test("are told as ever where Alertmanager cannot be asked, and nodes are made anew all the same", async () => {
    const cluster = research();
    cluster.before = (call) => {
      if (call.includes("amtool")) throw new ExpectedError("kubectl exec failed: pods not found");
      if (call.startsWith("delete pod")) cluster.renewed(/slurmd-(n\d)/.exec(call)![1]!);
    };
    const { code, errors } = await rollout(cluster, ["research", "h100", "--by", "restart", "--yes"]);
    expect(code).toBe(0);
    expect(errors.match(/alerts of these nodes are told as ever/g)).toHaveLength(1);
  });
});
