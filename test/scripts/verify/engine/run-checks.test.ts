import fc from "fast-check";
import type { Check, PlannedCheck } from "../../../../scripts/verify/check";
import type { CheckRun } from "../../../../scripts/verify/engine/journal";
import { journalLine, readJournal } from "../../../../scripts/verify/engine/journal";
import { runChecks } from "../../../../scripts/verify/engine/run-checks";
import { type CheckCluster, CheckNotRunError } from "../../../../scripts/verify/engine/runner";
import { UnreadableOutputError } from "../../../../scripts/verify/parse/unreadable";
import { verdict } from "../../../../scripts/verify/verdict";
import { sample } from "../../../helpers/environment";

const pool = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const named = (count: number) => Array.from({ length: count }, (_, at) => `node-${at}`);

/** A check that measures one number, which must be 100 at the least where it has a floor. */
const check = (group: Check["group"], hasFloor = true): Check => ({
  id: group,
  title: `The ${group} check`,
  suites: ["accept"],
  group,
  minutes: 1,
  plan: () => ({
    job: () => ({ tasksPerNode: 1, image: null, mpi: false, env: {}, script: "true" }),
    judge: (output) => {
      if (output === "") throw new UnreadableOutputError("it", "is empty");
      const floor = hasFloor ? ({ value: 100, basis: "published", source: "a page" } as const) : null;
      return verdict([{ name: "Rate", value: Number(output), unit: "GB/s", floor }], [], "look");
    },
  }),
});

/** Nodes by name, of which some are slow. */
const cluster = (nodes: readonly string[], slow: readonly string[], asked: string[] = []): CheckCluster => ({
  nodes: () => Promise.resolve({ free: nodes, left: [] }),
  run: (_, { check: { id }, nodes: on }) => {
    asked.push(`${id} ${on.join(" ")}`);
    return Promise.resolve(on.some((node) => slow.includes(node)) ? "60" : "120");
  },
});

async function run(checks: readonly Check[], on: CheckCluster, earlier: readonly CheckRun[] = [], of = pool) {
  const kept: CheckRun[] = [];
  const [result] = await runChecks({
    cluster: on,
    checks,
    pools: [of],
    image: null,
    on: "slurm",
    earlier,
    keep: (one) => kept.push(one),
    tell: () => {},
    seconds: () => 0,
  });
  return { ...result!, kept };
}

test("pairs name the bad nodes and no others, wherever they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5, max: 24 }), fc.nat(), fc.boolean(), async (count, seed, hasFloor) => {
      const nodes = named(count);
      const slow = [nodes[seed % count]!];
      const { bad } = await run([check("pair", hasFloor)], cluster(nodes, slow));
      // without a floor, a median needs four runs: three pairs of five nodes and more are enough with the second round
      if (hasFloor || count >= 7) expect(bad.map(({ node }) => node)).toEqual(slow);
    }),
    { numRuns: 200 },
  );
});

test("several bad nodes are all named as long as a pair passes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 8, max: 24 }),
      fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 3 }),
      async (count, at) => {
        const nodes = named(count);
        const slow = at.map((one) => nodes[one]!);
        const { bad } = await run([check("pair")], cluster(nodes, slow));
        expect(bad.map(({ node }) => node).toSorted()).toEqual(slow.toSorted());
      },
    ),
    { numRuns: 200 },
  );
});

test("where every pair fails, nobody pretends to know which node it is", async () => {
  const { bad, notes } = await run([check("pair")], cluster(named(2), ["node-1"]));
  expect(bad).toHaveLength(2);
  expect(notes).toEqual([
    "The pair check fails on every pair: what is wrong is common to all, or no good node is among them.",
  ]);
});

test("what is wrong with one node keeps it out of what joins nodes", async () => {
  const asked: string[] = [];
  const { bad, runs } = await run([check("node"), check("all")], cluster(named(4), ["node-2"], asked));
  expect(bad).toEqual([{ node: "node-2", check: "The node check" }]);
  expect(asked.at(-1)).toBe("all node-0 node-1 node-3");
  expect(runs.at(-1)!.status).toBe("passed");
});

test("a link between halves is told as such", async () => {
  const on: CheckCluster = {
    ...cluster(named(4), []),
    run: (_, { nodes }) => Promise.resolve(nodes.length === 4 ? "60" : "120"),
  };
  const { bad, notes } = await run([check("all")], on);
  expect(bad).toEqual([]);
  expect(notes).toEqual([
    "The all check fails on 4 nodes and passes on each half (node-0 …, node-2 …): look at the switches between the two.",
  ]);
});

test("a pair whose nodes pass with others is a link", async () => {
  const on: CheckCluster = {
    ...cluster(named(6), []),
    run: (_, { nodes }) => Promise.resolve(nodes.join(" ") === "node-2 node-3" ? "60" : "120"),
  };
  const { bad, notes } = await run([check("pair")], on);
  expect(bad).toEqual([]);
  expect(notes[0]).toMatch(/fails between node-2 and node-3, and each of them passes with another node/);
});

test("halves are halved again until two nodes are left", async () => {
  const { notes } = await run([check("all")], cluster(named(8), ["node-5"]));
  expect(notes).toEqual(["The all check fails on node-4, node-5 together."]);
});

test("a node far below the others fails without any floor", async () => {
  const { bad, runs } = await run([check("node", false)], cluster(named(5), ["node-3"]));
  expect(bad.map(({ node }) => node)).toEqual(["node-3"]);
  expect(runs.find(({ nodes }) => nodes[0] === "node-3")!.verdict!.findings[0]!.text).toBe(
    "Rate is 60 GB/s, 50 % below the median of 5 runs.",
  );
  // of three, a median says nothing
  expect((await run([check("node", false)], cluster(named(3), ["node-1"]))).bad).toEqual([]);
});

test("what did not run blames nobody, and what cannot be read does", async () => {
  const on: CheckCluster = {
    ...cluster(named(3), []),
    run: (_, { nodes: [node] }) => {
      if (node === "node-0") return Promise.reject(new CheckNotRunError("it waited too long", "so far"));
      return Promise.resolve(node === "node-1" ? "railyard: fio is not there" : "");
    },
  };
  const { bad, runs } = await run([check("node")], on);
  expect(runs.map(({ status, why }) => [status, why])).toEqual([
    ["not-run", "it waited too long"],
    ["not-run", "fio is not on the node, nor in the image"],
    ["unreadable", "The output of it is empty."],
  ]);
  expect(bad.map(({ node }) => node)).toEqual(["node-2"]);
});

test("a second start repeats nothing that ended, whatever line the first one was cut in", async () => {
  const first = await run([check("node"), check("pair")], cluster(named(4), ["node-2"]));
  const text = first.kept.map(journalLine).join("");
  const asked: string[] = [];
  const again = await run([check("node"), check("pair")], cluster(named(4), ["node-2"], asked), readJournal(text));
  expect(asked).toEqual([]);
  expect(again.runs).toEqual(first.runs);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: text.length }), async (end) => {
      const rest: string[] = [];
      const resumed = await run(
        [check("node"), check("pair")],
        cluster(named(4), ["node-2"], rest),
        readJournal(text.slice(0, end)),
      );
      expect(resumed.runs).toEqual(first.runs);
      expect(rest).toHaveLength(first.kept.length - (text.slice(0, end).split("\n").length - 1));
    }),
    { numRuns: 30 },
  );
});

test("a journal of something else is refused", () => {
  expect(() => readJournal('{"a":1}\n')).toThrow(/line 1 is no run of a check/);
  expect(() => readJournal("no JSON\n")).toThrow(SyntaxError);
});

test("a check that says how many nodes it takes runs on as many, and on fewer not at all", async () => {
  const plain = check("all");
  const three: Check = {
    ...plain,
    plan: (...args) => ({ ...(plain.plan(...args) as PlannedCheck), nodes: { least: 3, most: 3 } }),
  };
  const asked: string[] = [];
  // half of it would prove nothing: it is not narrowed down
  const { runs } = await run([three], cluster(named(6), ["node-1"], asked));
  expect(asked).toEqual(["all node-0 node-1 node-2"]);
  expect(runs.map(({ status }) => status)).toEqual(["failed"]);
  const { unrun } = await run([three], cluster(named(2), []));
  expect(unrun).toEqual(["The all check was not run: 2 nodes are left, and it needs 3."]);
});

test("nodes that come with jobs alone are not missed where there are none", async () => {
  const comes: typeof pool = { ...pool, count: { ...pool.count, owner: "autoscaler", min: 0 } };
  const none = await run([check("node")], cluster([], []), [], comes);
  expect([none.unseen, none.unrun]).toEqual([[], []]);
  expect(none.notes).toEqual([
    "h100 has no node that is free.",
    "The node check was not run: 0 nodes are left, and it needs 1.",
  ]);
  // two are there, of which one is busy: a pair could have been run
  const busy: CheckCluster = {
    ...cluster([], []),
    nodes: () => Promise.resolve({ free: ["a"], left: [{ node: "b", why: "jobs are on it" }] }),
  };
  expect((await run([check("pair")], busy, [], comes)).unrun).toHaveLength(1);
});

test("a number that is none is below no floor: it cannot be read", async () => {
  const on: CheckCluster = { ...cluster(named(1), []), run: () => Promise.resolve("1.2.3") };
  const { runs } = await run([check("node")], on);
  expect(runs.map(({ status, why }) => [status, why])).toEqual([["unreadable", "The output of Rate gives no number."]]);
});

test("where the second look at a bad pair was not run, nobody says that its nodes are fine", async () => {
  const on: CheckCluster = {
    ...cluster(named(6), []),
    run: (_, { nodes }) => {
      const [one] = nodes;
      if (nodes.join(" ") === "node-2 node-3") return Promise.resolve("60");
      if (one === "node-2" || one === "node-3") return Promise.reject(new CheckNotRunError("busy", ""));
      return Promise.resolve("120");
    },
  };
  const { notes, unrun } = await run([check("pair")], on);
  expect(notes).toEqual([]);
  expect(unrun).toEqual([
    expect.stringMatching(/was not run again on node-2 and node-\d, node-3 and node-\d: which node/),
  ]);
});
