import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodesCommand } from "../../../../scripts/commands/nodes/command";
import type { NodesReport } from "../../../../scripts/lib/nodes/rows";
import { KubectlError } from "../../../../scripts/lib/kubernetes/run-kubectl";
import { captured } from "../../../helpers/captured";
import { PretendedSlurmCluster } from "../../../helpers/pretended-slurm-cluster";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";
import { drained, LOST, POOL, RESET, Watched } from "../../../helpers/watched-repair";

const folder = temporaryFolders();
const NOW = new Date("2026-11-23T09:00:00Z");
const DGX = { "example.com/servers": "dgx" };

async function nodes(cluster: PretendedSlurmCluster, ...args: string[]) {
  const { context, texts } = captured(ROOT, NOW);
  const { kubectl, slurm } = cluster;
  const code = await nodesCommand(["iron", ...args], context, { kubectl, slurm, env: {} });
  return { code, ...texts() };
}

const reportOf = async (cluster: PretendedSlurmCluster): Promise<NodesReport> =>
  JSON.parse((await nodes(cluster, "--json")).printed) as NodesReport;

/** What the part of repair that decides remembers of a fault, in this mode. */
function remembered(mode: "on" | "dry-run"): string {
  const repair = new Watched({ ...POOL, name: "dgx", replacedBy: "list" }, mode);
  const others = { n1: {}, n3: {}, n4: {}, n5: {} };
  repair.look({ n2: drained(LOST, { state: "draining" }), ...others });
  if (mode === "on") repair.after(1).look({ n2: drained(LOST), ...others });
  return repair.memory.join("\n");
}

function sick(mode: "on" | "dry-run" = "on"): PretendedSlurmCluster {
  const cluster = new PretendedSlurmCluster("dgx", DGX, ["n1", "n2", "n3", "n4", "n5"]);
  const since = String(Date.parse("2026-11-23T07:30:00Z") / 1000);
  Object.assign(cluster.of("n2"), { state: "drained", reason: `railyard: ${LOST}`, since, by: "root", cordoned: true });
  Object.assign(cluster.of("n3"), { state: "draining", reason: "swap|cable\u001b[2J", since, by: "ann" });
  Object.assign(cluster.of("n4"), { state: "idle*", ready: "Unknown" });
  cluster.configMaps.set("node-repair", { version: 1, data: { memory: remembered(mode), journal: "" } });
  return cluster;
}

const row = (report: NodesReport, name: string) => report.nodes.find(({ node }) => node === name)!;

test("each node with what both say, whose fault it is, since when, and what repair does next", async () => {
  const report = await reportOf(sick());
  expect(report.pools[0]).toEqual({
    pool: "dgx",
    wanted: { min: 64, max: 64 },
    there: 5,
    inSlurm: true,
    takeJobs: 2,
    cordoned: 1,
    notReady: 1,
  });
  expect(row(report, "n1")).toEqual({
    pool: "dgx",
    node: "n1",
    slurm: "idle",
    kubernetes: "ready",
    takesJobs: true,
    reason: null,
    whose: null,
    since: null,
    repair: null,
  });
  expect(row(report, "n2")).toMatchObject({
    slurm: "drained",
    kubernetes: "ready, cordoned",
    whose: "hardware",
    since: "2026-11-23T07:30:00.000Z",
    reason: `railyard: ${LOST}`,
    repair: expect.stringMatching(/^tried reboot, last 1970-.*; next: people$/),
  });
  expect(row(report, "n3")).toMatchObject({ whose: "a person: ann", repair: null });
  expect(row(report, "n4")).toMatchObject({
    slurm: "idle*",
    kubernetes: "not heard of",
    takesJobs: false,
    since: "2026-11-23T08:00:00Z",
  });
});

test("the table has those that take no jobs, or all; what a reason hides is shown", async () => {
  const { printed, code } = await nodes(sick());
  expect(code).toBe(0);
  expect(printed).toMatch(/dgx +64 +5 +2 +1 +1/);
  expect(printed).toContain("a person: ann");
  expect(printed).toContain("swap|cable\\u{1b}[2J");
  expect(printed).not.toMatch(/ n1 /);
  const all = await nodes(sick(), "--all", "--pool", "dgx");
  expect(all.printed).toMatch(/dgx +n1 +idle +ready/);
  expect(all.printed).not.toContain("small");
});

test("a dry run says what it would do, and what is for people is told with what was tried", async () => {
  expect(row(await reportOf(sick("dry-run")), "n2").repair).toMatch(
    /^(waits for its jobs; next: reboot|dry run: would )/,
  );
  const cluster = sick();
  const list = "list|1763880000|n2|dgx|hardware: xid: XID 79; tried: reboot";
  cluster.configMaps.set("node-repair", { version: 2, data: { memory: list } });
  expect(row(await reportOf(cluster), "n2").repair).toBe("for people: hardware: xid: XID 79; tried: reboot");
});

test("nodes whose faults come back are told with their causes, and what repair did with --journal", async () => {
  const repair = new Watched({ ...POOL, name: "dgx", replacedBy: "list" });
  repair.now = Date.parse("2026-11-20T09:00:00Z") / 1000;
  for (const fault of [LOST, "unknown: volumes: /fsx does not answer", RESET]) {
    repair.after(15).look({ n1: {}, n2: {}, n3: {}, n4: {}, n5: {} });
    repair.after(105).look({ n2: drained(fault, { since: repair.now }), n1: drained(LOST), n3: {}, n4: {}, n5: {} });
  }
  const cluster = sick();
  const journal = [
    "2026-11-20T11:00:00Z n2: dry run: would reboot: a\u001b[2J",
    "torn line",
    "2026-11-20T12:00:00Z n1: b: c",
  ];
  cluster.configMaps.set("node-repair", {
    version: 2,
    data: { memory: repair.memory.join("\n"), journal: journal.join("\n") },
  });
  const report = await reportOf(cluster);
  // a volume says nothing of the machine
  expect(report.returning).toMatchObject([
    { node: "n1", gpus: ["0000:53:00"], left: 0 },
    {
      node: "n2",
      faults: [{ at: "2026-11-20T11:00:00.000Z", cause: "xid 79", gpu: "0000:53:00" }, { cause: "xid 48" }],
      left: 1,
    },
  ]);
  expect(report.journal).toEqual([
    { at: "2026-11-20T11:00:00Z", node: "n2", text: "dry run: would reboot: a\u001b[2J" },
    { at: "2026-11-20T12:00:00Z", node: "n1", text: "b: c" },
  ]);
  const plain = await nodes(cluster);
  expect(plain.printed).toMatch(/n1 +3 +2026-11-20 11:00 .* no more/);
  expect(plain.printed).toMatch(/n2 +2 .* xid 79, xid 48 +0000:53:00 +but not after another one/);
  expect(plain.printed).not.toContain("would reboot: a");
  const withJournal = await nodes(cluster, "--journal");
  expect(withJournal.printed).toMatch(/2026-11-20 11:00 +n2 +dry run: would reboot: a\\u\{1b\}\[2J/);
  expect((await nodes(sick(), "--journal")).printed).toContain("nothing yet");
});

test.each([
  ["railyard rollout: the node is made anew", "a rollout"],
  ["railyard deploy: the node is replaced", "a deployment"],
  ["railyard: the Capacity Block ends", "the end of its Capacity Block"],
  ["slurm-operator: node cordoned", "the operator: a cordon"],
  ["Not responding", "Slurm"],
  ["railyard lemon: fabric: fabric-links: port 3 is down", "fabric"],
  ["railyard: unknown: scratch: cannot be written", "unknown"],
])("who holds a node with the reason %j: %s", async (reason, whose) => {
  const cluster = sick();
  Object.assign(cluster.of("n5"), { state: "drained", reason });
  expect(row(await reportOf(cluster), "n5").whose).toBe(whose);
});

test("what is not answered is unknown, and never zero", async () => {
  const cluster = sick();
  cluster.before = (call) => {
    if (call.includes("sinfo") || call.includes("node-repair")) throw new KubectlError("no route to host");
  };
  const report = await reportOf(cluster);
  expect(report.pools[0]).toMatchObject({ there: 5, takeJobs: null });
  expect(row(report, "n2")).toMatchObject({ slurm: null, takesJobs: null });
  expect(report.notes).toEqual([
    "Slurm: unknown: it does not answer: no route to host",
    "repair: it cannot be read: no route to host",
  ]);
  const { printed } = await nodes(cluster);
  expect(printed).toMatch(/dgx +64 +5 +unknown/);
  expect(printed).toMatch(/n1 +unknown +ready +unknown/);
});

test("a recording tells the same again, asks nobody, and has no labels but those that find pools", async () => {
  const file = join(folder(), "nodes.json");
  const cluster = sick();
  cluster.of("n1").nodeLabels = { "example.com/secret-project": "x" };
  const live = await nodes(cluster, "--record", file);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain("secret-project");
  cluster.before = () => {
    throw new Error("nobody is asked");
  };
  expect((await nodes(cluster, "--replay", file)).printed).toBe(live.printed);
  const { context, texts } = captured(ROOT, NOW);
  expect(await nodesCommand(["research", "--replay", file], context)).toBe(1);
  expect(texts().errors).toContain("is a recording of iron, and not of research");
});

test("nodes of a pool that no partition has are told so, and need no eyes for it", async () => {
  const cluster = sick();
  cluster.add("desk", "desktops", { "example.com/servers": "desktops" });
  const { slurm } = cluster;
  const { context, texts } = captured(ROOT, NOW);
  const without: typeof slurm = async (...args) => (await slurm(...args)).replace(/^desk\|.*\n/m, "");
  await nodesCommand(["iron"], context, { kubectl: cluster.kubectl, slurm: without });
  expect(texts().printed).toMatch(/desktops +2 +1 +not in Slurm/);
  expect(texts().printed).not.toContain("desk ");
});

test("a node that Slurm alone knows, and one that it does not know", async () => {
  const cluster = sick();
  const { list } = cluster.kubectl;
  cluster.kubectl.list = async (kind) => (await list(kind)).filter(({ metadata }) => !metadata.name.endsWith("n5"));
  expect(row(await reportOf(cluster), "n5")).toMatchObject({ slurm: "idle", kubernetes: "not there" });
  const slurm: typeof cluster.slurm = async (...args) => (await cluster.slurm(...args)).replace(/^n1\|.*\n/m, "");
  const { context, texts } = captured(ROOT, NOW);
  await nodesCommand(["iron", "--json"], context, { kubectl: cluster.kubectl, slurm });
  expect(row(JSON.parse(texts().printed) as NodesReport, "n1")).toMatchObject({ slurm: "not there", takesJobs: false });
});
