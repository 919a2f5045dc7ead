import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statusCommand, type StatusOutside } from "../../../../scripts/commands/status/command";
import type { StatusReport } from "../../../../scripts/commands/status/report";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { KubectlError } from "../../../../scripts/lib/kubernetes/run-kubectl";
import { captured } from "../../../helpers/captured";
import { recordedAws } from "../../../helpers/deploying";
import { PretendedSlurmCluster } from "../../../helpers/pretended-slurm-cluster";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const NOW = new Date("2026-11-23T09:00:00Z");
const seconds = (iso: string) => Date.parse(iso) / 1000;

// as Alertmanager 0.25 answers
const alert = (labels: Record<string, string>, summary: string, state = "active") => ({
  annotations: { summary },
  endsAt: "2026-11-23T09:05:00.000Z",
  fingerprint: "448881ef475b9b26",
  receivers: [{ name: "none" }],
  startsAt: "2026-11-23T08:00:29.351Z",
  status: { inhibitedBy: [], silencedBy: state === "suppressed" ? ["7e3e5a85"] : [], state },
  updatedAt: "2026-11-23T09:00:29.351Z",
  labels,
});
const WATCHDOG = alert({ alertname: "Watchdog", severity: "none" }, "an alert that always sounds");

const slo = (name: string, value: string) => ({
  metric: { slo: name },
  value: [seconds("2026-11-23T09:00:00Z"), value],
});

const STATES = { Bucket: "railyard-state" };
const missing = (suite: string) => ({
  call: "S3 GetObject",
  input: { ...STATES, Key: `iron/verify/${suite}/last.json` },
  error: { name: "NoSuchKey", message: "The specified key does not exist.", status: 404 },
});

interface World {
  readonly cluster?: PretendedSlurmCluster;
  readonly alerts?: readonly object[] | string;
  readonly slos?: readonly object[];
  /** As squeue of Slurm 22.05 prints them. */
  readonly queue?: string;
}

/** As many nodes as `iron` has. */
function whole(): PretendedSlurmCluster {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
  const cluster = new PretendedSlurmCluster("dgx", { "example.com/servers": "dgx" }, names("n", 64));
  for (const name of names("s", 4)) cluster.add(name, "small", { "example.com/servers": "small" });
  for (const name of names("d", 2)) cluster.add(name, "desktops", { "example.com/servers": "desktops" });
  return cluster;
}

/** No partition has them, so Slurm does not know them. */
const withoutDesktops = async (answer: Promise<string>): Promise<string> => (await answer).replace(/^d\d\|.*\n?/gm, "");

/** Ways to a world in which all is well, but for what is given. The API of objects does not answer. */
function world({
  cluster = whole(),
  alerts = [WATCHDOG],
  slos = [slo("controlPlane", "0.634")],
  queue = "",
}: World): NonNullable<StatusOutside["way"]> {
  return {
    aws: recordedAws([missing("accept"), missing("weekly")]),
    kubectl: () =>
      Promise.resolve({
        list: (kind) => cluster.kubectl.list(kind),
        run: (...args) => {
          const path = args[2] ?? "";
          if (path.includes("/services/http:alertmanager-operated:9093/proxy/api/v2/alerts"))
            return Promise.resolve(typeof alerts === "string" ? alerts : JSON.stringify(alerts));
          if (
            path.includes(
              "/services/http:prometheus-operated:9090/proxy/api/v1/query?query=railyard%3Aslo_budget_left%3Aratio",
            )
          )
            return Promise.resolve(JSON.stringify({ status: "success", data: { resultType: "vector", result: slos } }));
          return cluster.kubectl.run(...args);
        },
      }),
    slurm: () =>
      Promise.resolve((...args) =>
        args.includes("squeue") ? Promise.resolve(queue) : withoutDesktops(cluster.slurm(...args)),
      ),
    api: () => Promise.reject(new KubectlError("No way to the cluster was opened")),
  };
}

async function status(
  way: StatusOutside["way"],
  args: readonly string[] = [],
  outside: StatusOutside = {},
  prepare: (root: string) => void = () => {},
) {
  const root = folder();
  prepare(root);
  const { context, texts } = captured(ROOT, NOW);
  const code = await statusCommand(["iron", ...args], { ...context, root }, { way, env: {}, ...outside });
  return { code, ...texts() };
}

async function reportOf(given: World): Promise<StatusReport> {
  return JSON.parse((await status(world(given), ["--json"])).printed) as StatusReport;
}

const part = ({ parts }: StatusReport, id: string) => parts.find((one) => one.id === id)!;

const evidence = (outcome: string, finishedAt: string, runs: readonly object[] = []) =>
  JSON.stringify({ format: 1, environment: "iron", outcome, finishedAt, pools: [{ pool: "dgx", runs }] });

/** Keeps what `verify` wrote on this machine. */
function keep(root: string, suite: string, text: string): void {
  const at = join(root, "cdktf.out/verify/iron", suite);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "evidence.json"), text);
}

test("one screen of 80 columns: what somebody should look at, and what nobody has answered", async () => {
  const cluster = whole();
  const since = String(seconds("2026-11-23T07:30:00Z"));
  const drained = { state: "drained", since, by: "root", cordoned: true };
  Object.assign(cluster.of("n2"), { ...drained, reason: "railyard: hardware: GPU lost" });
  Object.assign(cluster.of("n3"), { state: "draining", reason: "swap cable\u001b[2J", since, by: "ann" });
  const queue = `RUNNING|4|None|${seconds("2026-11-23T01:00:00Z")}\nPENDING|16|Resources|${seconds("2026-11-22T01:00:00Z")}\n`;
  const lost = (node: string) =>
    alert({ alertname: "GpuLost", severity: "critical", Hostname: node }, `1 of 8 GPUs of ${node} is gone`);
  const { printed, code, errors } = await status(
    world({
      cluster,
      queue,
      alerts: [WATCHDOG, lost("n2"), lost("n7"), alert({ alertname: "LustreFillsUp" }, "it fills", "suppressed")],
    }),
  );
  expect([code, errors]).toEqual([2, ""]);
  expect(printed.split("\n")).toEqual([
    "iron  ·  2026-11-23 09:00 UTC  ·  somebody should look",
    "",
    "!!   Nodes             dgx 62 of 64 take jobs; small 4 of 4 take jobs; desktops…",
    "       n2: drained in Slurm, ready, cordoned; since 11-23 07:30; hardware; rail…",
    "       n3: draining in Slurm, ready; since 11-23 07:30; a person: ann; swap cab…",
    "!!   Alerts            2 critical; 1 silenced or kept down",
    "       critical GpuLost: n2, n7; since 11-23 08:00; 1 of 8 GPUs of n2 is gone",
    " ok  Queue of Slurm    1 run on 4 nodes; 1 wait, the oldest for 1 d 8 h",
    "       they wait for: Resources 1",
    " ok  Promises          controlPlane 63 % of its budget left",
    "!!   Verified          never: npx railyard verify iron does it",
    " ?   Drift             unknown",
    "       No way to the cluster was opened",
  ]);
  for (const line of printed.split("\n")) expect(Array.from(line).length).toBeLessThanOrEqual(80);
});

test("--all has every detail as long as it is, characters that nobody sees made visible, and what is not there", async () => {
  const cluster = whole();
  Object.assign(cluster.of("n3"), { state: "draining", reason: "swap cable\u001b[2J", since: "Unknown", by: "ann" });
  const { printed } = await status(world({ cluster }), ["--all"]);
  expect(printed).toContain("n3: draining in Slurm, ready; a person: ann; swap cable\\u{1b}[2J");
  expect(printed.split("\n")).toContain(" -   Queues of Kueue   the environment has no Kueue");
  expect(printed.split("\n")).toContain(
    " -   Capacity          no pool has a Capacity Block or a reservation of its own",
  );
});

test("a rack that lost its power is one line, and nodes that a schedule holds are nobody's concern", async () => {
  const cluster = whole();
  for (let index = 0; index < 20; index++)
    Object.assign(cluster.of(`n${index}`), { state: "down*", reason: "Not responding", by: "slurm", ready: "Unknown" });
  for (let index = 20; index < 24; index++)
    Object.assign(cluster.of(`n${index}`), { state: "drained", reason: "railyard: off hours", by: "root" });
  const nodes = part(await reportOf({ cluster }), "nodes");
  expect(nodes.details).toEqual([
    "n0, n1, n2 and 17 more: down* in Slurm, not heard of; since 11-23 08:00; Slurm; Not responding",
    "4 held by the hours of its schedule",
  ]);
  for (let index = 0; index < 20; index++)
    Object.assign(cluster.of(`n${index}`), { state: "idle", reason: "none", ready: "True" });
  expect(part(await reportOf({ cluster }), "nodes").state).toBe("well");
});

test("where Slurm does not answer its nodes and queue are unknown, and nothing is called well", async () => {
  const way = world({});
  const silent = { ...way, slurm: () => Promise.reject(new ExpectedError("slurmctld does not answer")) };
  const { parts } = JSON.parse((await status(silent, ["--json"])).printed) as StatusReport;
  const of = (id: string) => parts.find((one) => one.id === id)!;
  expect(of("queue")).toMatchObject({ state: "unknown", details: ["slurmctld does not answer"] });
  expect(of("nodes").state).not.toBe("well");
  // that of each node nothing more is known is told once
  expect(of("nodes").details).toEqual(["Slurm: unknown: it does not answer: slurmctld does not answer"]);
});

test("where Slurm does not answer, what Kubernetes knows of nodes comes before everything that is unknown", async () => {
  const cluster = whole();
  Object.assign(cluster.of("n7"), { ready: "Unknown" });
  const way = world({ cluster });
  const silent = { ...way, slurm: () => Promise.reject(new ExpectedError("slurmctld does not answer")) };
  const { parts } = JSON.parse((await status(silent, ["--json"])).printed) as StatusReport;
  const { state, details } = parts.find(({ id }) => id === "nodes")!;
  expect([state, details]).toEqual([
    "attention",
    [
      "Slurm: unknown: it does not answer: slurmctld does not answer",
      "n7: unknown in Slurm, not heard of; since 11-23 08:00",
    ],
  ]);
});

test.each<[string, World["alerts"], string, string | RegExp]>([
  ["nothing but the one that always sounds", [WATCHDOG], "well", "none sounds"],
  ["not even that one", [], "unknown", "none sounds"],
  ["one for information", [WATCHDOG, alert({ alertname: "A", severity: "info" }, "x")], "well", "1 info"],
  ["a warning", [WATCHDOG, alert({ alertname: "A", severity: "warning" }, "x")], "attention", "1 warning"],
  [
    "one of a severity that nobody knows",
    [WATCHDOG, alert({ alertname: "A", severity: "page" }, "x")],
    "attention",
    "1 of no severity",
  ],
  [
    "what is silenced",
    [WATCHDOG, alert({ alertname: "A", severity: "critical" }, "x", "suppressed")],
    "well",
    /1 silenced/,
  ],
  ["an answer of another form", '{"error":"x"}', "unknown", "unknown"],
  ["no JSON at all", "<html>", "unknown", "unknown"],
])("alerts: %s", async (_, alerts, state, line) => {
  const found = part(await reportOf({ alerts }), "alerts");
  expect([found.state, found.line]).toEqual([state, expect.stringMatching(line) as string]);
});

test.each<[string, World["slos"], string, string]>([
  ["kept", [slo("controlPlane", "0.634")], "well", "controlPlane 63 % of its budget left"],
  [
    "broken",
    [slo("nodeAvailability", "-1.5"), slo("controlPlane", "1")],
    "attention",
    "nodeAvailability broken: 2.5 times its budget is spent; controlPlane 100 % of its budget left",
  ],
  ["no number", [slo("controlPlane", "NaN")], "unknown", "controlPlane unknown"],
  ["not measured", [], "unknown", "Prometheus has measured none yet"],
])("promises: %s", async (_, slos, state, line) => {
  expect(part(await reportOf({ slos }), "slos")).toMatchObject({ state, line });
});

test("squeue that answers something else is not taken for an empty queue", async () => {
  expect(part(await reportOf({ queue: "slurm_load_jobs error: x" }), "queue")).toMatchObject({ state: "unknown" });
  expect(part(await reportOf({ queue: "" }), "queue")).toMatchObject({
    state: "well",
    line: "0 run on 0 nodes; 0 wait",
  });
});

test.each([
  ["passed", "well", []],
  ["measured", "well", []],
  ["failed", "attention", ["nccl-all of dgx: failed on n1, n2"]],
  ["incomplete", "attention", ["nccl-all of dgx: not-run"]],
])("the last verify %s", async (outcome, state, details) => {
  const bad = outcome === "failed" ? { status: "failed", nodes: ["n1", "n2"] } : { status: "not-run", nodes: [] };
  const runs = details.length > 0 ? [{ check: "nccl-all", verdict: null, ...bad }] : [];
  const { printed } = await status(world({}), ["--json"], {}, (root) => {
    keep(root, "accept", evidence(outcome, "2026-11-20T09:00:00.000Z", runs));
    keep(root, "weekly", evidence("passed", "2026-11-13T09:00:00.000Z"));
  });
  expect(part(JSON.parse(printed) as StatusReport, "verified")).toMatchObject({
    state,
    line: `accept: ${outcome}, 11-20 09:00, 3 d ago`,
    details: [...details, "weekly: passed, 11-13 09:00, 10 d ago"],
  });
});

test("a recording tells the same again, asks nobody, and is of one environment", async () => {
  const file = join(folder(), "status.json");
  const live = await status(world({}), ["--record", file]);
  const nobody = { looks: 1, way: undefined };
  const again = await status(undefined, ["--replay", file], nobody);
  expect(again).toEqual(live);
  writeFileSync(file, '{"format":1,"takenAt":"2026-11-23T09:00:00.000Z","environment":"dev","parts":{}}');
  expect(await status(undefined, ["--replay", file], nobody)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("is a recording of dev, and not of iron") as string,
  });
  writeFileSync(
    file,
    '{"format":1,"takenAt":"2026-11-23T09:00:00.000Z","environment":"iron","parts":{"nodes":{"kind":"asked","answer":"[]"}}}',
  );
  const odd = await status(undefined, ["--replay", file], nobody);
  expect(odd.code).toBe(2);
  expect(odd.printed).toContain("its answer is not understood");
});

test("nothing that answers is exit code 1", async () => {
  const none = () => Promise.reject(new ExpectedError("iron cannot be asked: it is switched off"));
  const { code, printed } = await status({ aws: recordedAws([]), kubectl: none, slurm: none, api: none });
  expect(code).toBe(1);
  expect(printed).toContain("iron cannot be asked: it is switched off");
});

test("--watch looks again: a terminal is drawn anew, a pipe gets one after another, JSON is a line each", async () => {
  const waited: number[] = [];
  const outside = { looks: 2, wait: (seconds: number) => Promise.resolve(waited.push(seconds)) };
  const piped = await status(world({}), ["--watch", "30"], { ...outside, isTerminal: false });
  expect(piped.printed.match(/iron {2}·/g)).toHaveLength(2);
  expect(piped.printed).not.toContain("\u001b");
  const drawn = await status(world({}), ["--watch", "30"], { ...outside, isTerminal: true });
  expect(drawn.printed.split("\u001b[2J\u001b[H")).toHaveLength(3);
  const json = await status(world({}), ["--watch", "30", "--json"], { ...outside, isTerminal: true });
  expect(json.printed.split("\n").map((line) => (JSON.parse(line) as StatusReport).environment)).toEqual([
    "iron",
    "iron",
  ]);
  expect(waited).toEqual([30, 30, 30]);
});

test.each([
  [["--watch", "1"], /--watch must be whole seconds from 5 to 3600, but is "1"/],
  [["--watch", "30", "--record", "x.json"], /--record keeps one look, and --watch looks again and again/],
  [["--replay", "package.json", "--watch", "30"], /--replay asks nobody, and --watch is of what is asked/],
  [["dev"], /name one environment, not 2/],
])("%j is told in words", async (args, words) => {
  const { code, errors } = await status(world({}), args);
  expect([code, errors]).toEqual([1, expect.stringMatching(words)]);
});
