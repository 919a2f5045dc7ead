import { NODE_CHECKS } from "../../../config/facts/node-checks";
import { NODE_REPAIRS, REPAIR_STEPS, repairsByWords } from "../../../config/facts/node-repairs";
import { XIDS } from "../../../config/facts/xids";
import type { RepairedPool } from "../../../constructs/slurm/repair-table";
import { drained, LOST, POOL, RESET, Watched, WELL, type Seen } from "../../helpers/watched-repair";

/** What is done about a node on which every step fails, one after another. */
function allSteps(seen: Seen, pool: RepairedPool = POOL): { readonly steps: string[]; readonly listed: boolean } {
  const cluster = new Watched({ ...pool, stepsPerHour: 100 });
  const steps: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    steps.push(...cluster.look({ a: seen, ...WELL }).steps);
    cluster.after(90);
  }
  return { steps, listed: cluster.look({ a: seen, ...WELL }).listed.includes("a") };
}

describe("what is done about a cause", () => {
  test.each([
    ["an XID that asks for a reset", drained(RESET), ["reset", "reboot", "replace"]],
    ["an XID that asks for a boot", drained(LOST), ["reboot", "replace"]],
    ["an XID of the board", drained("hardware: xid: XID 54 on GPU 0"), ["replace"]],
    [
      "an SXid that asks for a reset",
      drained("hardware: xid: SXid 20034 on NVSwitch 0"),
      ["reset", "reboot", "replace"],
    ],
    ["another one that is fatal", drained("hardware: xid: SXid 11001 on NVSwitch 0"), ["reboot", "replace"]],
    ["a missing GPU", drained("hardware: gpu-count: 7 of 8 GPUs answer"), ["reboot", "replace"]],
    [
      "a row that waits for a reset",
      drained("hardware: memory-rows: GPU 0 remaps a memory row at its next reset"),
      ["reset", "reboot", "replace"],
    ],
    [
      "a row that cannot be replaced",
      drained("hardware: memory-rows: GPU 0 cannot remap a broken memory row"),
      ["replace"],
    ],
    [
      "a check that does not answer",
      drained("unknown: gpu-count: does not answer within 30 s"),
      ["restart", "reboot", "replace"],
    ],
    ["a volume", drained("unknown: volumes: /fsx does not answer"), ["restart", "reboot"]],
    ["heat", drained("hardware: clocks: GPU 0"), []],
    ["what no table knows", drained("hardware: new-check: something"), []],
    [
      "an XID of Kubernetes",
      { state: "drained", reason: "slurm-operator: x", mark: "kubernetes: hardware: kubernetes: NvidiaXID79Error" },
      ["reboot", "replace"],
    ],
    [
      "a node that is gone from both",
      { state: "absent", reason: "", ready: "Unknown", mark: "kubernetes: unknown: kubernetes: the node is not ready" },
      ["replace"],
    ],
  ] satisfies [string, Seen, string[]][])("%s", (_, seen, steps) => {
    const found = allSteps(seen);
    expect(found).toEqual({ steps, listed: true });
  });

  test("nothing about what programs did, nor about what a person, hours or a deployment has drained", () => {
    for (const reason of [
      "railyard: user: xid-program: XID 31",
      "by hand",
      "railyard: off hours",
      "railyard deploy: the node is replaced",
      "railyard lemon: hardware: x: y",
    ])
      expect(allSteps({ state: "drained", reason })).toEqual({ steps: [], listed: false });
  });

  test("every check that drains, and every XID of the hardware, has its row", () => {
    const rows = repairsByWords().map((row) => row.words);
    expect(new Set(rows).size).toBe(rows.length);
    for (const { name } of NODE_CHECKS) if (name !== "xid") expect(rows).toContain(name);
    for (const action of ["replace", "reboot", "reset", "program"] as const)
      for (const xid of XIDS[action]) expect(rows).toContain(`xid ${xid}`);
    // no step for what a program does, and each ladder goes up
    for (const { name, fault } of NODE_CHECKS) if (fault === "user") expect(NODE_REPAIRS[name].steps).toEqual([]);
    for (const { steps } of Object.values(NODE_REPAIRS))
      expect(steps.map((step) => REPAIR_STEPS.indexOf(step))).toEqual(
        steps.map((step) => REPAIR_STEPS.indexOf(step)).toSorted(),
      );
  });
});

describe("a step", () => {
  test("is taken once, and the next one when checks had time to take the node back", () => {
    const cluster = new Watched();
    const sick = { a: drained(RESET), ...WELL };
    expect(cluster.look(sick).steps).toEqual(["reset"]);
    expect(cluster.after(1).look(sick).steps).toEqual([]);
    expect(cluster.after(17).look(sick).steps).toEqual([]);
    expect(cluster.after(3).look(sick).steps).toEqual(["reboot"]);
  });

  test("that failed is followed by the next one at once, and one that was not done is tried again", () => {
    const cluster = new Watched();
    const sick = { a: drained(RESET), ...WELL };
    expect(cluster.look(sick).steps).toEqual(["reset"]);
    expect(cluster.after(1).look(sick, { a: "undone" }).steps).toEqual(["reset"]);
    expect(cluster.after(1).look(sick, { a: "failed" }).steps).toEqual(["reboot"]);
  });

  test("is not taken while jobs run, nor where a check may still give the node back", () => {
    const cluster = new Watched();
    expect(cluster.look({ a: drained(LOST, { state: "draining" }), ...WELL }).steps).toEqual([]);
    const transient = { a: drained("unknown: scratch: cannot be written"), ...WELL };
    const other = new Watched();
    expect(other.look(transient).steps).toEqual([]);
    expect(other.after(21).look(transient).steps).toEqual(["restart"]);
  });

  test("needs a node that answers, but for its replacement", () => {
    expect(allSteps(drained(RESET, { state: "drained*" })).steps).toEqual(["replace"]);
    expect(allSteps(drained(RESET, { ready: "Unknown" })).steps).toEqual(["replace"]);
  });

  test("may be left out by config; servers of people go on the list in the place of a replacement", () => {
    expect(allSteps(drained(RESET), { ...POOL, steps: ["reboot"] })).toEqual({ steps: ["reboot"], listed: true });
    expect(allSteps(drained(RESET), { ...POOL, replacedBy: "list" })).toEqual({
      steps: ["reset", "reboot"],
      listed: true,
    });
  });

  test("waits while too few nodes of the pool work, and says so once", () => {
    const cluster = new Watched();
    const most = { a: drained(LOST), b: drained(LOST), c: drained(LOST), d: {} };
    const { steps, words } = cluster.look(most);
    expect(steps).toEqual([]);
    expect(words.join("\n")).toContain("1 of 4 nodes of h100 work, fewer than 50 in a hundred: nothing is done");
    expect(cluster.after(1).look(most).words).toEqual([]);
  });

  test("is words and not taken in a dry run", () => {
    const cluster = new Watched(POOL, "dry-run");
    const { words, orders } = cluster.look({ a: drained(LOST), ...WELL });
    expect([words.at(-1), orders]).toEqual([`a|dry run: would reboot: ${LOST}`, []]);
  });

  test("is taken for nobody while Slurm does not answer", () => {
    const cluster = new Watched();
    cluster.look({ a: drained(RESET), ...WELL });
    const before = cluster.memory;
    cluster.after(30).look({ a: { state: "" }, b: { state: "" }, c: { state: "" }, d: { state: "" } });
    expect(cluster.memory).toEqual(before);
  });
});

describe("a node", () => {
  test("that checks have given back leaves the list, and its next fault begins anew", () => {
    const cluster = new Watched({ ...POOL, replacedBy: "list" });
    const sick = { a: drained("hardware: xid: XID 54 on GPU 0"), ...WELL };
    expect(cluster.look(sick).listed).toEqual(["a"]);
    const back = cluster.after(100).look({ a: {}, ...WELL });
    expect([back.listed, back.words]).toEqual([[], ["a|takes jobs again: it is off the list"]]);
  });

  test("whose fault comes back within an hour of its repair goes on with the next step", () => {
    const cluster = new Watched();
    const sick = { a: drained(RESET), ...WELL };
    expect(cluster.look(sick).steps).toEqual(["reset"]);
    expect(cluster.after(15).look({ a: {}, ...WELL }).words).toEqual(["a|takes jobs again, after: reset"]);
    expect(cluster.after(10).look(sick).steps).toEqual(["reboot"]);
  });

  const fails = (cluster: Watched, times: number) => {
    const all = [];
    for (let time = 0; time < times; time++) {
      const look = cluster.after(120).look({ a: drained(RESET, { since: cluster.now }), ...WELL });
      all.push(...look.steps);
      cluster.after(15).look({ a: {}, ...WELL });
    }
    return all;
  };

  test("with three faults in two weeks is replaced, or kept drained and listed where nobody replaces it", () => {
    expect(fails(new Watched(), 3)).toEqual(["reset", "reset", "replace"]);
    const servers = new Watched({ ...POOL, replacedBy: "list" });
    expect(fails(servers, 2)).toEqual(["reset", "reset"]);
    const third = servers.after(120).look({ a: drained(RESET, { since: servers.now }), ...WELL });
    expect([third.steps, third.listed]).toEqual([["keep"], ["a"]]);
    // kept: it stays so, and no step is taken any more
    const kept = servers.after(300).look({ a: { state: "drained", reason: `railyard lemon: ${RESET}` }, ...WELL });
    expect([kept.steps, kept.listed]).toEqual([[], ["a"]]);
    // a person takes it back: it has three faults again
    expect(fails(servers, 2)).toEqual(["reset", "reset"]);
  });

  test("is no lemon for what stands outside of it, as a volume that answers nobody", () => {
    const cluster = new Watched();
    for (let time = 0; time < 5; time++) {
      const at = cluster.after(120).now;
      const seen = cluster.look({ a: drained("unknown: volumes: /fsx does not answer", { since: at }), ...WELL });
      expect(seen.words.join()).not.toContain("not given back");
      cluster.after(15).look({ a: {}, ...WELL });
    }
    expect(cluster.memory.filter((line) => line.startsWith("fault|"))).toEqual([]);
    expect(fails(cluster, 1)).toEqual(["reset"]);
    expect(cluster.memory.find((line) => line.startsWith("fault|"))).toMatch(/\|a\|xid 48\|0000:53:00$/);
  });

  test("with as many faults over more days is repaired as any other", () => {
    const cluster = new Watched();
    expect(fails(cluster, 2)).toEqual(["reset", "reset"]);
    cluster.after(15 * 24 * 60);
    expect(fails(cluster, 1)).toEqual(["reset"]);
  });
});
