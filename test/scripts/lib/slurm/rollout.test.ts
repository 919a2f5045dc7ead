import fc from "fast-check";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { KubectlError } from "../../../../scripts/lib/kubernetes/run-kubectl";
import { continued, isFinished } from "../../../../scripts/lib/slurm/rollout-nodes";
import { leastOf } from "../../../../scripts/lib/slurm/rollout-room";
import { ROLLOUT_REASON } from "../../../../scripts/lib/slurm/rollout-world";
import { RolledPool } from "../../../helpers/rolled-pool";

const EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"];
const BAD = "railyard: hardware: gpu-count: 7 of 8 GPUs answer";

test.each(["restart", "reboot", "replace"] as const)(
  "%s of all nodes, a quarter of them at one time, and each takes jobs again",
  async (way) => {
    const pool = new RolledPool(EIGHT);
    pool.renames = way === "replace";
    const rollout = pool.rollout(way);
    expect(await pool.toTheEnd(rollout)).toBeLessThan(60);
    expect(isFinished(rollout.state)).toBe(true);
    expect([...pool.done].sort()).toEqual(EIGHT);
    expect(pool.fewest).toBe(6);
    expect([...pool.machines.values()].map(({ state, reason }) => state + reason)).toEqual(EIGHT.map(() => "idle"));
  },
);

test("the floor of a partition holds, too: nodes of its other pools count", async () => {
  const pool = new RolledPool(["a", "b", "c", "d"]);
  for (const name of ["x", "y", "z", "w"]) pool.add(name, "h200", { state: "down" });
  const rollout = pool.rollout();
  await rollout.look();
  expect(pool.done).toEqual([]);
  expect(pool.messages).toEqual(["waits for the floor: 4 of 8 nodes of partition train take jobs, and 6 must"]);
  for (const name of ["x", "y", "z"]) pool.of(name).state = "idle";
  await rollout.look();
  expect(Object.values(rollout.state.nodes).filter(({ phase }) => phase !== "waits")).toHaveLength(1);
});

test("one node may always go", () => {
  expect([leastOf(1, 75), leastOf(2, 99), leastOf(4, 75), leastOf(512, 75), leastOf(5, 0)]).toEqual([0, 1, 3, 384, 0]);
});

test("nodes without jobs come first, and none is made anew while its job runs", async () => {
  const pool = new RolledPool(["a", "b", "c", "d"]);
  for (const name of ["a", "b"]) Object.assign(pool.of(name), { state: "mixed", jobs: ["7"] });
  const rollout = pool.rollout();
  expect(await pool.toTheEnd(rollout, 40)).toBe(Infinity);
  expect(pool.done).toEqual(["c", "d"]);
  pool.jobEnds("a");
  pool.jobEnds("b");
  await pool.toTheEnd(rollout);
  expect(isFinished(rollout.state)).toBe(true);
});

test("a node that Slurm calls drained while squeue still tells of a job is waited for", async () => {
  const pool = new RolledPool(["a", "b"]);
  const rollout = pool.rollout();
  await rollout.look();
  pool.of("a").jobs = ["7"];
  await rollout.look();
  expect(pool.done).toEqual([]);
});

test("what others have drained is theirs, also when they do so meanwhile", async () => {
  const pool = new RolledPool(EIGHT);
  Object.assign(pool.of("a"), { state: "drained", reason: "by hand" });
  Object.assign(pool.of("h"), { state: "mixed", jobs: ["7"] });
  const rollout = pool.rollout("reboot", { floorPercent: 0 });
  await rollout.look();
  Object.assign(pool.of("h"), { reason: "bad cable" });
  await pool.toTheEnd(rollout);
  expect(pool.done).not.toContain("a");
  expect(rollout.state.nodes).toMatchObject({
    a: { phase: "left", why: "it is drained: by hand" },
    h: { phase: "left", why: "somebody else has it: bad cable" },
    b: { phase: "done" },
  });
  expect(pool.of("a").reason).toBe("by hand");
});

test("what checks do not accept stays with them, and so many failures in a row end it", async () => {
  const pool = new RolledPool(EIGHT);
  for (const name of EIGHT) pool.of(name).verdict = { kind: "finding", reason: BAD };
  const rollout = pool.rollout();
  expect(await pool.toTheEnd(rollout)).toBeLessThan(30);
  expect(pool.done).toHaveLength(2);
  expect(pool.messages).toContain("stops: 2 nodes have failed, one after another; no other one is drained");
  expect(EIGHT.map((name) => pool.of(name).reason).filter((reason) => reason === BAD)).toHaveLength(2);
  expect(EIGHT.filter((name) => pool.of(name).state === "idle")).toHaveLength(6);

  // mended, and begun again
  for (const name of EIGHT) Object.assign(pool.of(name), { verdict: { kind: "sound" }, state: "idle", reason: "" });
  const next = pool.rollout("reboot", {}, continued(pool.saved!, pool.now));
  await pool.toTheEnd(next);
  expect(isFinished(next.state)).toBe(true);
});

test("a success between two failures lets it go on", async () => {
  const pool = new RolledPool(["a", "b", "c", "d"]);
  for (const name of ["a", "c"]) pool.of(name).verdict = { kind: "finding", reason: BAD };
  const rollout = pool.rollout("reboot", { floorPercent: 25 });
  await pool.toTheEnd(rollout);
  expect(Object.values(rollout.state.nodes).map(({ phase }) => phase)).toEqual(["failed", "done", "failed", "done"]);
});

test("a machine that does not come back has failed after its time, and stays drained", async () => {
  const pool = new RolledPool(["a", "b", "c", "d"]);
  pool.away = Infinity;
  const rollout = pool.rollout("restart", { failuresInRow: 1 });
  await pool.toTheEnd(rollout);
  expect(rollout.state.nodes["a"]).toMatchObject({ phase: "failed", why: "it has not come back within 20 minutes" });
  expect(pool.of("a").reason).toBe(ROLLOUT_REASON);
  expect(pool.of("b").state).toBe("idle");
});

test("checks that do not answer are asked again, and then have not accepted it", async () => {
  const pool = new RolledPool(["a", "b"]);
  pool.of("a").verdict = { kind: "unknown", why: "its checks cannot be asked: no" };
  const rollout = pool.rollout("restart", { failuresInRow: 1 });
  expect(await pool.toTheEnd(rollout)).toBeGreaterThan(60);
  expect(rollout.state.nodes["a"]!.why).toBe("its checks cannot be asked: no within 20 minutes");
});

test("where jobs ask for machines, one that has ended is done", async () => {
  const pool = new RolledPool(["a", "b"]);
  pool.renames = true;
  pool.away = Infinity;
  const rollout = pool.rollout("replace", { comesBack: false });
  expect(await pool.toTheEnd(rollout)).toBeLessThan(20);
  expect(rollout.state.nodes["a"]!.why).toMatch(/another one comes when jobs ask for it/);
});

test("where jobs ask for machines, the drain does not outlive one whose name comes again", async () => {
  const pool = new RolledPool(["a", "b"]);
  pool.keepsName = true;
  pool.away = Infinity;
  const rollout = pool.rollout("replace", { comesBack: false });
  await pool.toTheEnd(rollout);
  expect([pool.of("a").reason, rollout.state.nodes["a"]!.phase]).toEqual(["", "done"]);
});

test("what is refused for good takes jobs again; what cannot be asked is tried once more", async () => {
  const pool = new RolledPool(["a", "b"]);
  pool.fails = (what) => {
    if (what === "remake") throw new ExpectedError("no NodeClaim has it");
  };
  const refused = pool.rollout("replace", { failuresInRow: 1 });
  await pool.toTheEnd(refused);
  expect([pool.of("a").state, refused.state.nodes["a"]!.why]).toEqual([
    "idle",
    "replace is refused: no NodeClaim has it",
  ]);

  const other = new RolledPool(["a"]);
  let tries = 0;
  other.fails = (what) => {
    if (what === "remake" && ++tries === 1) throw new KubectlError("timeout");
  };
  const tried = other.rollout();
  await other.toTheEnd(tried);
  expect([tries, isFinished(tried.state)]).toEqual([2, true]);
});

test("whoever stops it has the nodes opened that were not made anew yet", async () => {
  const pool = new RolledPool(["a", "b"]);
  Object.assign(pool.of("a"), { state: "mixed", jobs: ["7"] });
  Object.assign(pool.of("b"), { state: "mixed", jobs: ["8"] });
  const rollout = pool.rollout();
  await rollout.look();
  expect(pool.of("a").reason).toBe(ROLLOUT_REASON);
  await rollout.giveBack(pool.now);
  expect([pool.of("a").reason, pool.saved!.nodes["a"]!.phase]).toEqual(["", "waits"]);
});

test("killed at any call, again and again: it goes on, keeps the floor, makes each node anew, and none twice without need", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 6 }),
      fc.constantFrom("restart" as const, "reboot" as const, "replace" as const),
      fc.integer({ min: 0, max: 99 }),
      async (kills, way, floorPercent) => {
        const pool = new RolledPool(EIGHT);
        pool.renames = way === "replace";
        let state = pool.rollout(way).state;
        for (const calls of [...kills, Infinity]) {
          let left = calls;
          const dies = new Error("killed");
          pool.fails = () => {
            if (--left < 0) throw dies;
          };
          const rollout = pool.rollout(way, { floorPercent }, continued(state, pool.now));
          await pool.toTheEnd(rollout).catch((error: unknown) => {
            if (error !== dies) throw error;
          });
          state = pool.saved ?? state;
          pool.now += 200;
        }
        expect(isFinished(state)).toBe(true);
        expect(pool.fewest).toBeGreaterThanOrEqual(leastOf(8, floorPercent));
        expect(new Set(pool.done)).toEqual(new Set(EIGHT));
        expect(pool.done.length).toBeLessThanOrEqual(EIGHT.length + kills.length);
        expect([...pool.machines.values()].every(({ state: is }) => is === "idle")).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
