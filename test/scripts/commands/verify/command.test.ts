import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyCommand } from "../../../../scripts/commands/verify/command";
import { isPage } from "../../../../scripts/lib/files/output-kinds";
import type { Evidence } from "../../../../scripts/verify/evidence";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import { captured } from "../../../helpers/captured";
import { NOW } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";
import { measured } from "../../../helpers/verify";

const temporary = temporaryFolders();

const NODES = ["h100-0", "h100-1", "h100-2", "h100-3", "h100-4"];

interface Cluster {
  /** Lines of sinfo. */
  readonly sinfo?: string;
  /** Nodes whose runs are slow. */
  readonly slow?: readonly string[];
  /** Nodes whose output is hostile. */
  readonly hostile?: readonly string[];
}

/** Stands in for Slurm's commands: prints what programs print. */
function slurm({ sinfo, slow = [], hostile = [] }: Cluster = {}) {
  const asked: string[][] = [];
  const command = (...args: readonly string[]): Promise<string> => {
    if (args[0] === "sinfo")
      return Promise.resolve(sinfo ?? NODES.map((node) => `${node}|idle|h100,gpu|none\n`).join(""));
    if (args[0] === "scancel") return Promise.resolve("");
    asked.push([...args]);
    const nodes = args
      .find((arg) => arg.startsWith("--nodelist="))!
      .slice("--nodelist=".length)
      .split(",");
    if (nodes.some((node) => hostile.includes(node)))
      return Promise.resolve("host=<img src=x onerror=alert(1)>|\ncpus=1\n");
    return Promise.resolve(
      outputOf(
        args.at(-1)!,
        nodes,
        nodes.some((node) => slow.includes(node)),
      ),
    );
  };
  return { command, asked };
}

function outputOf(script: string, nodes: readonly string[], isSlow: boolean): string {
  if (script.includes("memoryMiB="))
    return `host=${nodes[0]}\nmachine=i-0123456789abcdef${nodes[0]!.at(-1)}\ndriver=580.95.05\ngpus=8\nmodel=NVIDIA H100 80GB HBM3\ndevices=32\nhugepagesMiB=20000\nnvme=8\nmemlock=unlimited\ncpus=192\n`;
  if (script.includes("dcgmi")) return measured("dcgm-4-pass.json");
  if (script.includes("nvbandwidth")) return measured("nvbandwidth-h100.json");
  if (script.includes("fio"))
    return `== write\n${measured("fio-write-direct.json")}== read\n${measured("fio-write-direct.json")}`;
  if (nodes.length === 1) return measured("nccl-h100-in-node.txt");
  return measured(isSlow ? "nccl-p5-slow-node.txt" : "nccl-p5-efa.txt");
}

async function run(args: readonly string[], cluster = slurm(), root = temporary()) {
  const { context, texts } = captured(root);
  const out = join(root, "evidence");
  const code = await verifyCommand([...args, ...(args.includes("--replay") ? [] : ["--out", out])], context, {
    slurm: cluster.command,
  });
  const evidence = existsSync(join(out, "evidence.json"))
    ? (JSON.parse(readFileSync(join(out, "evidence.json"), "utf8")) as Evidence)
    : null;
  return { code, root, out, evidence, asked: cluster.asked, ...texts() };
}

test("a slow node is found by pairs, named in all texts, and the exit code says so", async () => {
  const { code, printed, out, evidence, asked } = await run(
    ["research", "--only", "inventory", "--only", "nccl-pairs"],
    slurm({ slow: ["h100-3"] }),
  );
  expect(code).toBe(2);
  expect(evidence!.outcome).toBe("failed");
  expect(evidence!.pools[0]!.bad).toEqual([{ node: "h100-3", check: "All-reduce over pairs of nodes" }]);
  const markdown = readFileSync(join(out, "evidence.md"), "utf8");
  const page = readFileSync(join(out, "evidence.html"), "utf8");
  for (const text of [printed, markdown, page]) expect(text).toContain("h100-3");
  expect(isPage(page)).toBe(true);
  expect(printed).toMatch(/is 240\.3 GB\/s, below the floor of 413\.9 GB\/s \(0\.85 of 487 GB\/s/);
  // each job takes whole nodes of the partition, by name
  expect(asked[0]).toEqual(
    expect.arrayContaining([
      "srun",
      "--partition=train",
      "--nodelist=h100-0",
      "--nodes=1",
      "--exclusive",
      "--gpus-per-node=8",
    ]),
  );
});

test("all is well where nothing is wrong, and figures without a floor are told", async () => {
  const { code, evidence, printed } = await run(["research", "--only", "nccl-pairs", "--only", "volume-lustre"]);
  expect(code).toBe(0);
  expect(evidence!.outcome).toBe("measured");
  expect(printed).toMatch(/some figures have no floor/);
});

test("evidence tells what ran there, on which machines, and how bandwidth grows with messages", async () => {
  const { evidence, out, printed } = await run(["research", "--only", "inventory", "--only", "nccl-pairs"]);
  expect(evidence!.seen).toEqual(
    expect.arrayContaining([
      { what: "NCCL", value: "2.30.4", nodes: NODES },
      { what: "NVIDIA driver", value: "580.95.05", nodes: NODES },
      { what: "Machine of h100-3", value: "i-0123456789abcdef3", nodes: ["h100-3"] },
    ]),
  );
  expect(printed).toMatch(/NVIDIA driver\s+580\.95\.05\s+5/);
  const [pair] = evidence!.pools[0]!.runs.filter(({ check }) => check === "nccl-pairs");
  expect(pair!.verdict!.curve!.points.map(({ bytes }) => bytes / 2 ** 30)).toEqual([0.125, 2, 16]);
  const page = readFileSync(join(out, "evidence.html"), "utf8");
  // a line for each pair, the third one with the node that is left over
  expect(page.match(/<polyline class="run passed"/g)).toHaveLength(3);
  expect(page).toMatch(/>floor, 41\d/);
});

test("a start that was cut off goes on where it was, and the end is the same", async () => {
  const whole = await run(["research", "--suite", "join"]);
  const outputs = readFileSync(join(whole.out, "outputs.jsonl"), "utf8").trimEnd().split("\n");
  expect(outputs).toHaveLength(whole.asked.length);
  // as a start leaves it that is killed while it writes its fifth line
  const running = join(whole.out, `running-${whole.evidence!.configHash}.jsonl`);
  writeFileSync(running, `${outputs.slice(0, 4).join("\n")}\n${outputs[4]!.slice(0, 40)}`);
  const { evidence, asked, errors } = await run(["research", "--suite", "join"], slurm(), whole.root);
  expect(errors).toContain("4 runs of an earlier start are kept.");
  expect(asked).toHaveLength(whole.asked.length - 4);
  // nothing is written behind half a line
  expect(readFileSync(join(whole.out, "outputs.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(outputs.length);
  expect((await run(["research", "--suite", "join", "--replay", whole.out], slurm(), whole.root)).code).toBe(0);
  expect(evidence!.pools[0]!.runs.map(({ check, nodes, status }) => [check, nodes, status])).toEqual(
    whole.evidence!.pools[0]!.runs.map(({ check, nodes, status }) => [check, nodes, status]),
  );
  expect(existsSync(running)).toBe(false);
});

test("nodes with jobs are left alone, and what was not looked at is told", async () => {
  const sinfo =
    "h100-0|allocated|h100|none\nh100-1|drained|h100|GPU lost\nh100-2|idle|h100|none\ncpu-0|idle|cpu|none\n";
  const { printed, asked, code, evidence } = await run(
    ["research", "--only", "inventory", "--only", "nccl-pairs"],
    slurm({ sinfo }),
  );
  expect(asked).toHaveLength(1);
  expect(printed).toContain("h100-0 was not looked at: jobs are on it.");
  expect(printed).toContain("h100-1 was not looked at: Slurm has it as drained (GPU lost).");
  expect(printed).toContain("All-reduce over pairs of nodes was not run: 1 nodes are left, and it needs 2.");
  expect([code, evidence!.outcome]).toEqual([1, "incomplete"]);
});

const ALL = Array.from({ length: 16 }, (_, at) => `h100-${at}|idle|h100,gpu|none\n`).join("");

test("passed is said of all nodes that config asks for, and of no fewer", async () => {
  const outcomes: unknown[] = [];
  for (const sinfo of [ALL, ALL.replace("h100-3|idle", "h100-3|allocated"), ALL.replace(/^h100-3.*\n/m, "")]) {
    const { code, evidence } = await run(["research", "--only", "inventory"], slurm({ sinfo }));
    outcomes.push([code, evidence!.outcome, ...evidence!.pools[0]!.unseen]);
  }
  expect(outcomes).toEqual([
    [0, "passed"],
    [0, "measured", "h100-3 was not looked at: jobs are on it."],
    [0, "measured", "Config asks for 16 nodes of h100; known here are 15."],
  ]);
});

test("where all nodes have jobs, what was asked of the cluster alone is no pass", async () => {
  const busy = ALL.replaceAll("|idle|", "|allocated|");
  const { code, evidence, asked } = await run(["research", "--suite", "join"], slurm({ sinfo: busy }));
  expect([code, evidence!.outcome, asked]).toEqual([1, "incomplete", []]);
  expect(evidence!.pools[0]!.unrun).toContain("Inventory was not run: 0 nodes are left, and it needs 1.");
});

test("a part of a suite says that it is one", async () => {
  const part = await run(["research", "--only", "inventory"], slurm({ sinfo: ALL }));
  expect(part.evidence!.part).toEqual(["inventory"]);
  expect(part.printed).toContain(
    "Everything passed, and every figure was held against a floor. No more than this was asked for: inventory.",
  );
  const whole = await run(["research", "--suite", "join", "--pool", "h100"], slurm({ sinfo: ALL }));
  expect(whole.evidence!.part).toBeNull();
  expect(
    (await run(["research", "--suite", "join", "--pool", "cpu"], slurm({ sinfo: "cpu-0|idle|cpu|none\n" }))).evidence!
      .part,
  ).toEqual(["pool cpu"]);
});

test("GPUs of nodes without a fabric are joined in their node by an image that needs none", async () => {
  const { asked } = await run(["dev", "--only", "nccl-node"], slurm({ sinfo: "l40s-0|idle|l40s|none\n" }));
  expect(asked.at(-1)).toContainEqual(expect.stringMatching(/^--container-image=.*nccl-tests/));
});

test("where no node is free, nothing is proved", async () => {
  const { code, evidence } = await run(["research"], slurm({ sinfo: "" }));
  expect([code, evidence!.outcome]).toEqual([1, "incomplete"]);
});

test("what fell since the last time is told, for the nodes that it is of", async () => {
  const root = temporary();
  await run(["research", "--only", "volume-lustre"], slurm(), root);
  const file = join(root, "evidence/evidence.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"value": [\d.]+/g, '"value": 100000'));
  const { printed } = await run(["research", "--only", "volume-lustre"], slurm(), root);
  expect(printed).toMatch(/h100-0: Write fell by \d+ % since .*, from 100000 to/);
});

test("a recording is judged again, and nobody is asked", async () => {
  const { root, out } = await run(["research", "--only", "nccl-pairs"], slurm({ slow: ["h100-1"] }));
  const nobody = slurm();
  const again = await run(["research", "--only", "nccl-pairs", "--replay", out], nobody, root);
  expect(again.code).toBe(2);
  expect(again.printed).toContain("h100-1 (All-reduce over pairs of nodes)");
  expect(nobody.asked).toEqual([]);
});

test("a recording is of the time and the environment that it was measured in, and no more of a suite than it has", async () => {
  const { root, out } = await run(["research", "--only", "inventory"], slurm({ sinfo: ALL }));
  const file = join(out, "evidence.json");
  const then = readFileSync(file, "utf8").replace(/("(?:startedAt|finishedAt)": ")\d{4}/g, "$12020");
  writeFileSync(file, then.replace(/"configHash": "\w+"/, '"configHash": "0123456789ab"'));
  const lines = readFileSync(join(out, "outputs.jsonl"), "utf8");
  writeFileSync(join(out, "outputs.jsonl"), lines.replaceAll(/"endedAt":"\d{4}/g, '"endedAt":"2020'));
  const again = await run(["research", "--suite", "join", "--replay", out, "--json"], slurm(), root);
  const judged = JSON.parse(again.printed) as Evidence;
  expect([judged.startedAt.slice(0, 4), judged.finishedAt.slice(0, 4), judged.part]).toEqual([
    "2020",
    "2020",
    ["inventory"],
  ]);
  expect(again.errors).toContain("what was measured with 0123456789ab is held against that of now");
  writeFileSync(file, then.replace('"environment": "research"', '"environment": "frontier"'));
  const other = await run(["research", "--replay", out], slurm(), root);
  expect([other.code, other.errors]).toEqual([1, expect.stringMatching(/is of frontier, and not of research\./)]);
  rmSync(file);
  expect((await run(["research", "--only", "inventory", "--replay", out], slurm(), root)).code).toBe(0);
  writeFileSync(join(out, "outputs.jsonl"), lines.replaceAll(/,"endedAt":"[^"]+"/g, ""));
  const undated = await run(["research", "--replay", out], slurm(), root);
  expect([undated.code, undated.errors]).toEqual([1, expect.stringMatching(/does not say when it was measured/)]);
});

test("what a start left that was cut off counts for a day, and for the images that it ran in", async () => {
  const whole = await run(["research", "--suite", "join"]);
  const outputs = readFileSync(join(whole.out, "outputs.jsonl"), "utf8");
  const running = join(whole.out, `running-${whole.evidence!.configHash}.jsonl`);
  const [count, day] = [whole.asked.length, 24 * 3_600_000];
  const left = (before: number) =>
    writeFileSync(
      running,
      outputs.replaceAll(/"endedAt":"[^"]+"/g, `"endedAt":"${new Date(NOW.getTime() - before).toISOString()}"`),
    );
  left(day + 1);
  const late = await run(["research", "--suite", "join"], slurm(), whole.root);
  expect([late.asked.length, late.errors]).toEqual([
    count,
    expect.stringContaining(`${count} runs of an earlier start are older than a day: they are run again.`),
  ]);
  expect(readFileSync(join(whole.out, "outputs.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(count);
  left(day - 1);
  const image = ["--image", "storage=registry.example.com/fio:1"];
  expect((await run(["research", "--suite", "join", ...image], slurm(), whole.root)).asked).toHaveLength(count);
  left(day - 1);
  const soon = await run(["research", "--suite", "join"], slurm(), whole.root);
  expect(soon.asked).toEqual([]);
  // it began when the first of what counts was measured
  expect(soon.evidence!.startedAt).toBe(new Date(NOW.getTime() - day + 1).toISOString());
});

test.each([
  ["--list", "--keep-baseline"],
  ["--list", "--sign-key=key"],
  ["--replay=.", "--keep-baseline"],
  ["--replay=.", "--sign-key=key"],
  ["--replay=.", "--wait=5"],
  ["--replay=.", "--out=there"],
])("%s measures nothing, and %s would have no effect", async (way, other) => {
  const { context, texts } = captured(temporary());
  expect(await verifyCommand(["research", way, other], context, { slurm: slurm().command })).toBe(1);
  const [first] = other.split("=");
  expect(texts().errors).toMatch(new RegExp(`^${first} is .*${way.split("=")[0]} .*: give one of them`));
});

test("only jobs of the user who runs checks are ended by their name", async () => {
  const calls: string[][] = [];
  const { command } = slurm();
  await run(["research", "--only", "inventory"], {
    asked: [],
    command: (...args) => (calls.push([...args]), command(...args)),
  });
  const ended = calls.filter(([program]) => program === "scancel");
  expect(ended.length).toBeGreaterThan(0);
  for (const call of ended) expect(call).toContain("--me");
});

test("what a node prints is text, whatever it looks like", async () => {
  const { out } = await run(["research", "--only", "inventory"], slurm({ hostile: ["h100-2"] }));
  expect(readFileSync(join(out, "evidence.html"), "utf8")).not.toContain("<img");
  expect(readFileSync(join(out, "evidence.md"), "utf8")).not.toContain("<img");
});

test("evidence of something else is not written over", async () => {
  const root = temporary();
  await run(["research", "--only", "inventory"], slurm(), root);
  writeFileSync(join(root, "evidence/evidence.json"), "{}");
  const { code, errors } = await run(["research", "--only", "inventory"], slurm(), root);
  expect(code).toBe(1);
  expect(errors).toContain("is no evidence of verify");
  expect(readdirSync(join(root, "evidence"))).toContain("evidence.json");
});

test("an environment without Slurm, and one that is not there, are refused", async () => {
  expect((await run(["nowhere"])).code).toBe(1);
  const { code, printed } = await run(["research", "--list"]);
  expect(code).toBe(0);
  expect(printed).toContain("nccl-pairs");
});

test("volumes that jobs cannot write, or that are no file system, are not tried", async () => {
  const { printed } = await run(["iron", "--list"]);
  const stores = loadWritten(["iron"], NOW)[0]!.resolved.storage.filter(({ mount }) => mount.files ?? mount.readOnly);
  expect(stores.length).toBeGreaterThan(0);
  for (const { name } of stores) expect(printed).toContain(`volume-${name} is not run: `);
});

test("the list tells on how many nodes a check runs, and what waits for it", async () => {
  const { printed } = await run(["research", "--list"]);
  expect(printed).toMatch(/inventory +each node +5 min +a first job/);
  expect(printed).toMatch(/scheduling +1 node +20 min +handing over/);
  expect(printed).toMatch(/train-1b +8 nodes +45 min +handing over/);
  expect(printed).toMatch(/train-70b is not run: it needs 32 nodes, and the pool has 16 at the most\./);
  const choice = await run(["research", "--list", "--only", "hpl"]);
  expect(choice.printed).toMatch(/hpl +all nodes +120 min +nothing/);
});

test("all that is not known is told at once, beside values that cannot be", async () => {
  const wrong = ["--list", "--only", "nope", "--only", "none", "--pool", "nope"];
  for (const more of [[], ["--suite", "never"]]) {
    const { code, errors } = await run(["research", ...wrong, ...more]);
    expect(code).toBe(1);
    for (const word of ['--only "nope"', '--only "none"', '--pool "nope"', ...more.slice(0, 1)])
      expect(errors).toContain(word);
  }
});
