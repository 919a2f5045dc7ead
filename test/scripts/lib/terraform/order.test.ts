import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { inOrder, readStacks, withDependencies, type StackNode } from "../../../../scripts/lib/terraform/order";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** `{ b: "a" }`: b depends on a. */
const nodes = (graph: Readonly<Record<string, string>>): StackNode[] =>
  Object.entries(graph).map(([name, dependencies]) => ({
    name,
    dependencies: dependencies.split(" ").filter(Boolean),
  }));

const LAYERS = nodes({ network: "", cluster: "network", nodes: "cluster", storage: "cluster", slurm: "nodes storage" });

/** Runs stacks that take a moment, and notes when they start and end. */
function tracked(results: Readonly<Record<string, boolean | Error>> = {}) {
  const events: string[] = [];
  let running = 0;
  let most = 0;
  const run = async (name: string) => {
    events.push(`+${name}`);
    most = Math.max(most, (running += 1));
    await sleep(5);
    running -= 1;
    events.push(`-${name}`);
    const result = results[name] ?? true;
    if (result instanceof Error) throw result;
    return { ok: result, name };
  };
  return { run, events, most: () => most, started: () => events.filter((event) => event.startsWith("+")) };
}

describe("readStacks", () => {
  const written = () =>
    writeSynth(temporary(), {
      "dev-a": { json: {} },
      "dev-b": { json: {}, dependencies: ["dev-a"] },
      "other-a": { json: {} },
    });

  test("reads stacks and dependencies that synth noted", () => {
    expect(readStacks(written(), (name) => name.startsWith("dev-"))).toEqual([
      { name: "dev-a", dependencies: [] },
      { name: "dev-b", dependencies: ["dev-a"] },
    ]);
    expect(readStacks(written())).toHaveLength(3);
  });

  test("fails without a manifest that can be read", () => {
    const folder = temporary();
    expect(() => readStacks(folder)).toThrow(/manifest\.json cannot be read: ENOENT.*\nRun npx railyard synth first/);
    writeFileSync(join(folder, "manifest.json"), "{");
    expect(() => readStacks(folder)).toThrow(ExpectedError);
  });
});

describe("withDependencies", () => {
  test("adds what the stacks depend on, and keeps the order", () => {
    expect(withDependencies(LAYERS, ["storage"]).map(({ name }) => name)).toEqual(["network", "cluster", "storage"]);
  });

  test("fails for a stack that does not exist, and names what could be meant", () => {
    expect(() => withDependencies(LAYERS, ["netwerk"])).toThrow(
      /There is no stack "netwerk"\. .*network.*\nThere are: network, cluster, nodes, storage, slurm/,
    );
  });
});

describe("inOrder", () => {
  test("runs a stack when all before it are done, side by side where it may", async () => {
    const { run, events, most } = tracked();
    const outcomes = await inOrder(LAYERS, { limit: 4 }, run);
    const at = (event: string) => events.indexOf(event);
    for (const { name, dependencies } of LAYERS)
      for (const one of dependencies) expect(at(`+${name}`)).toBeGreaterThan(at(`-${one}`));
    expect(most()).toBe(2);
    expect([...outcomes.keys()]).toEqual(LAYERS.map(({ name }) => name));
    expect(outcomes.get("slurm")).toEqual({ kind: "ran", value: { ok: true, name: "slurm" } });
  });

  test("runs a stack before what it depends on in reverse", async () => {
    const { run, started } = tracked();
    await inOrder(LAYERS, { limit: 1, reverse: true }, run);
    expect(started()).toEqual(["+slurm", "+nodes", "+storage", "+cluster", "+network"]);
  });

  test("runs no more at once than allowed", async () => {
    const free = nodes({ a: "", b: "", c: "", d: "", e: "" });
    for (const limit of [1, 3]) {
      const { run, most } = tracked();
      await inOrder(free, { limit }, run);
      expect(most()).toBe(limit);
    }
    const { run, most } = tracked();
    await inOrder(nodes(Object.fromEntries([..."abcdefgh"].map((name) => [name, ""]))), {}, run);
    expect(most()).toBeLessThanOrEqual(4);
  });

  test("starts first what most others wait for", async () => {
    const { run, started } = tracked();
    await inOrder(nodes({ leaf: "", root: "", middle: "root", top: "middle" }), { limit: 1 }, run);
    expect(started()).toEqual(["+root", "+middle", "+leaf", "+top"]);
  });

  test("does not wait for slow ones that a stack does not depend on", async () => {
    const events: string[] = [];
    await inOrder(nodes({ slow: "", quick: "", next: "quick" }), { limit: 2 }, async (name) => {
      await sleep(name === "slow" ? 60 : 1);
      events.push(name);
      return { ok: true };
    });
    expect(events).toEqual(["quick", "next", "slow"]);
  });

  test("starts nothing after a failure, lets what runs end, and tells why the rest did not run", async () => {
    const graph = nodes({ bad: "", good: "", after: "bad", unrelated: "good" });
    const { run, events } = tracked({ bad: false });
    const outcomes = await inOrder(graph, { limit: 2 }, run);
    expect(events).toEqual(["+bad", "+good", "-bad", "-good"]);
    expect(Object.fromEntries(outcomes)).toEqual({
      bad: { kind: "ran", value: { ok: false, name: "bad" } },
      good: { kind: "ran", value: { ok: true, name: "good" } },
      after: { kind: "not-run", because: "bad" },
      unrelated: { kind: "not-run", because: "bad" },
    });
  });

  test("throws what a run threw, when the others have ended", async () => {
    const { run, events } = tracked({ a: new Error("interrupted") });
    await expect(inOrder(nodes({ a: "", b: "", c: "" }), { limit: 2 }, run)).rejects.toThrow("interrupted");
    expect(events).toContain("-b");
    expect(events).not.toContain("+c");
  });

  test.each([
    [{ a: "b", b: "c", c: "a" }, /in a circle: a → c → b → a/],
    [{ a: "a" }, /in a circle: a → a/],
    [{ a: "", b: "x" }, /b depends on x, which is not there/],
  ])("fails on %j before anything runs", async (graph, message) => {
    const { run, events } = tracked();
    await expect(inOrder(nodes(graph), {}, run)).rejects.toThrow(message);
    expect(events).toEqual([]);
  });
});
