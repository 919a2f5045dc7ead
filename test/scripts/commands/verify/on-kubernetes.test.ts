import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyCommand } from "../../../../scripts/commands/verify/command";
import { CLAIMS, JOBS_ACCOUNT } from "../../../../scripts/commands/verify/runner";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import type { Evidence } from "../../../../scripts/verify/evidence";
import { JOBS_NAMESPACE, JOBS_SERVICE_ACCOUNT } from "../../../../stacks/storage-stack";
import type { CommandContext } from "../../../../scripts/cli/command";
import type { AskCluster } from "../../../../scripts/lib/kubernetes/question";
import { captured } from "../../../helpers/captured";
import { checkCluster, type CheckClusterProps } from "../../../helpers/check-cluster";
import { NOW } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";
import { measured } from "../../../helpers/verify";

const temporary = temporaryFolders();
const h100 = loadWritten(["research"], NOW)[0]!.resolved.nodeGroups.find(({ name }) => name === "h100")!;
const NAMES = Array.from({ length: 6 }, (_, at) => `ip-10-0-0-${at}`);
const NODES = NAMES.map((name) => ({
  metadata: { name, labels: { ...h100.nodeSelector, "kubernetes.io/hostname": name } },
  status: { allocatable: { cpu: "192" }, conditions: [{ type: "Ready", status: "True" }] },
}));

/** All of these starts ask for a part of the suite. */
const FOLDER = "cdktf.out/verify/research/accept-part";

async function run(args: readonly string[], cluster: Partial<CheckClusterProps> = {}, root = temporary()) {
  const kube = checkCluster({ nodes: NODES, namespaces: ["slurm"], ...cluster });
  const { context, texts } = captured(root);
  const code = await verifyCommand(["research", ...args], context, { ask: kube.ask, pollSeconds: 0.002 });
  const file = join(root, FOLDER, "evidence.json");
  const evidence = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Evidence) : null;
  return { code, kube, evidence, root, ...texts() };
}

test("a bad node that was planted at random is found by Jobs of Kubernetes, and nothing is left", async () => {
  const bad = NAMES[Math.floor(Math.random() * NAMES.length)]!;
  const { code, evidence, kube, errors } = await run(["--on", "kubernetes", "--only", "nccl-pairs"], {
    prints: (_, hosts) => measured(hosts.includes(bad) ? "nccl-p5-slow-node.txt" : "nccl-p5-efa.txt"),
  });
  expect(code).toBe(2);
  expect(evidence!.pools[0]!.bad.map(({ node }) => node)).toEqual([bad]);
  expect(errors).toContain("h100: All-reduce over pairs of nodes, 6 nodes");
  expect(kube.left()).toEqual([]);
});

test("a second start of the suite is told who runs it, and ends nothing of the first one", async () => {
  const first = checkCluster({ nodes: NODES, namespaces: ["slurm"], fate: () => "runs" });
  const { context, texts } = captured(temporary());
  const args = ["research", "--on", "kubernetes", "--only", "inventory"];
  const start = (to: CommandContext, ask: AskCluster) => verifyCommand(args, to, { ask, pollSeconds: 0.002 });
  const seen: { code: number; jobs: number }[] = [];
  const meanwhile: AskCluster = async (question) => {
    const reply = await first.ask(question);
    if (seen.length > 0) return question.method === "DELETE" ? reply : { status: 403, body: { message: "enough" } };
    if (question.path.endsWith("/jobs") && question.method === "POST") {
      const jobs = () => first.left().filter((path) => path.includes("/jobs/")).length;
      seen.push({ code: await start(context, first.ask), jobs: jobs() });
    }
    return reply;
  };
  await start(captured(temporary()).context, meanwhile);
  expect(seen[0]!.code).toBe(1);
  expect(seen[0]!.jobs).toBeGreaterThan(0);
  expect(texts().errors).toMatch(/has been running verify of research-accept since /);
});

test("nodes with pods of somebody are left alone, and told", async () => {
  const pod = {
    metadata: { name: "train-0", namespace: "vision" },
    spec: { nodeName: NAMES[2], containers: [{ resources: { limits: { "nvidia.com/gpu": "8" } } }] },
  };
  const { evidence } = await run(["--on", "kubernetes", "--only", "inventory"], { pods: [pod] });
  expect(evidence!.pools[0]!.free).toEqual(NAMES.filter((name) => name !== NAMES[2]));
  expect(evidence!.pools[0]!.unseen).toEqual([
    `${NAMES[2]} was not looked at: pod vision/train-0 has its nvidia.com/gpu.`,
    "Config asks for 16 nodes of h100; known here are 6.",
  ]);
});

test("limits of locked memory are not those of pods, and devices are", async () => {
  const prints = () =>
    "host=x\ngpus=8\nmodel=NVIDIA H100 80GB HBM3\ndevices=31\nhugepagesMiB=20000\nnvme=8\nmemlock=8192\ncpus=192\n";
  const { evidence, code } = await run(["--on", "kubernetes", "--only", "inventory"], { prints });
  expect(code).toBe(2);
  const findings = evidence!.pools[0]!.runs.flatMap(({ verdict }) => verdict!.findings.map(({ text }) => text));
  expect(new Set(findings)).toEqual(new Set(["x has 31 EFA devices, and not 32."]));
});

test("what did not run is tried again, and blames nobody", async () => {
  const root = temporary();
  const args = ["--on", "kubernetes", "--only", "nccl-pairs"];
  const prints = () => measured("nccl-p5-efa.txt");
  const first = await run(args, { prints, fate: (host) => (host === NAMES[0] ? { status: EVICTED } : "ends") }, root);
  expect(first.code).toBe(1);
  expect(first.printed).toContain("its pod on ip-10-0-0-0 was ended: Evicted");
  expect(first.evidence!.pools[0]!.bad).toEqual([]);
  expect((await run(args, { prints }, root)).code).toBe(0);
});

const EVICTED = { phase: "Failed", reason: "Evicted" };

test("the list says which runner it is of, and nobody is asked", async () => {
  const { code, printed, kube } = await run(["--on", "kubernetes", "--list"]);
  expect([code, kube.asked]).toEqual([0, []]);
  expect(printed).toContain("h100: p5.48xlarge, by Jobs of Kubernetes");
  expect((await run(["--list"])).printed).toContain("by jobs of Slurm");
});

test("the cluster is asked as a whole, and judged again by a replay", async () => {
  const refuse: CheckClusterProps["refuse"] = ({ path }) =>
    path.startsWith("/api/v1/secrets") ? { status: 200, body: { items: [] } } : undefined;
  const { code, kube, evidence, printed, root } = await run(["--on", "kubernetes", "--only", "deployment"], { refuse });
  expect(code).toBe(2);
  expect(evidence!.pools.map(({ pool }) => pool)).toEqual(["the cluster"]);
  expect(printed).toContain("Deployment: Release gpu-operator in gpu-operator is not there.");
  expect(kube.made).toEqual([]);
  const folder = join(root, FOLDER);
  const again = await run(["--on", "kubernetes", "--only", "deployment", "--replay", folder], {}, root);
  expect([again.code, again.kube.asked]).toEqual([2, []]);
  expect(again.printed).toContain("Release gpu-operator in gpu-operator is not there.");
  expect((await run(["--list", "--only", "deployment"])).printed).toMatch(/^The cluster: its API is asked\n/);
});

test.each([
  [["--on", "nomad"], '--on must be one of slurm, kubernetes, but is "nomad"'],
  [["--namespace", "vision"], "--namespace is for jobs of Kubernetes"],
  [["--on", "kubernetes", "--namespace", "Vision"], '--namespace must be a namespace of Kubernetes, but is "Vision"'],
  [["--on", "kubernetes", "--pool", "h1000"], '--pool "h1000" is not known'],
  [["--on", "kubernetes", "--namespace", "kube-system"], "--namespace kube-system: pods of checks have no place"],
  [["--on", "kubernetes", "--namespace", "gpu-operator"], "--namespace gpu-operator: pods of checks have no place"],
  [["--on", "kubernetes", "--namespace", "none"], "--namespace none: the cluster has no such namespace."],
])("%j", async (args, words) => {
  const { code, errors, kube } = await run(args);
  expect(code).toBe(1);
  expect(errors).toContain(words);
  expect(kube.left()).toEqual([]);
});

test("an API that refuses is told in words", async () => {
  const refuse = () => ({ status: 403, body: { message: "ann may not" } });
  const { code, errors } = await run(["--on", "kubernetes"], { refuse });
  expect(code).toBe(1);
  expect(errors).toMatch(/ann may not[^]*Ask whoever runs the cluster/);
  expect(errors).not.toMatch(/^\s+at /m);
});

test("claims of volumes, and the account of jobs, are where the stacks put them", () => {
  expect([CLAIMS, JOBS_ACCOUNT]).toEqual([JOBS_NAMESPACE, JOBS_SERVICE_ACCOUNT]);
});

const IN_CLUSTER = ["--suite", "weekly", "--on", "kubernetes", "--in-cluster"];

test("in a pod of the cluster, checks are in a namespace that is there, and the evidence is a ConfigMap of it", async () => {
  const prints = () => measured("nccl-p5-efa.txt");
  const cluster = { prints, namespaces: ["railyard-verify"] };
  const { code, errors, kube } = await run([...IN_CLUSTER, "--only", "nccl-pairs"], cluster);
  expect([code, errors]).toEqual([
    0,
    expect.stringContaining("It is kept in ConfigMap weekly-evidence of namespace railyard-verify."),
  ]);
  const kinds = new Set(kube.made.map(({ kind }) => kind));
  expect(["Namespace", "PriorityClass"].filter((kind) => kinds.has(kind))).toEqual([]);
  const jobs = kube.made.filter(({ kind }) => kind === "Job").map(({ spec }) => JSON.stringify(spec));
  expect(jobs.filter((spec) => !spec.includes('"priorityClassName":"railyard-verify"'))).toEqual([]);
  expect(jobs.length).toBeGreaterThan(0);
  expect(kube.left()).toEqual(["/api/v1/namespaces/railyard-verify/configmaps/weekly-evidence"]);
  expect(kube.asked.filter((call) => /^DELETE .*\/(?:namespaces|priorityclasses)\/[^/]+$/.test(call))).toEqual([]);
});

test("--no-upload keeps nothing there", async () => {
  const { kube } = await run([...IN_CLUSTER, "--only", "inventory", "--no-upload"], {
    namespaces: ["railyard-verify"],
  });
  expect(kube.asked.filter((call) => call.includes("weekly-evidence"))).toEqual([]);
});

test.each([
  ["another suite", ["--on", "kubernetes", "--in-cluster"]],
  ["Slurm", ["--suite", "weekly", "--in-cluster"]],
  ["another namespace", [...IN_CLUSTER, "--namespace", "slurm"]],
])("--in-cluster is refused with %s", async (_, args) => {
  const { code, errors, kube } = await run(args);
  expect([code, kube.asked]).toEqual([1, []]);
  expect(errors).toContain(
    "--in-cluster is for the suite weekly as Jobs of Kubernetes in the namespace railyard-verify",
  );
});
