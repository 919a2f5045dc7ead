import fc from "fast-check";
import { POD_REPAIR_STEPS, type PodRepairStep } from "../../../config/facts/node-repairs";
import { decided, fault, HEALTH_POOL, type HealthNode } from "../../helpers/health-loop";
import { Watched, type Seen } from "../../helpers/watched-repair";

/** A node of the world: what is wrong with it, who has closed it, and whether a pod is on it. */
interface Machine {
  wrong: string;
  closed: boolean;
  mark: string;
  busy: boolean;
  ready: string;
}

const ENDS = /XID (79|48)/;
const FAULTS = [
  "",
  "",
  "",
  "xid: XID 79 on GPU 0000:53:00",
  "xid: XID 48 on GPU 0000:53:00",
  "xid: XID 54 on GPU 0000:53:00",
  "memory-rows: a row waits for the next reset",
  "fabric-links: port 1 of x is DOWN",
  "clocks: GPU 1 is hot",
];

test("any nodes, look after look: never more cordons or steps than the limits, no node with a pod unless its cause says so, none of a person's", () => {
  const event = fc.record({
    node: fc.integer({ min: 0, max: 4 }),
    wrong: fc.constantFrom(...FAULTS),
    busy: fc.boolean(),
    ready: fc.constantFrom("True", "True", "True", "Unknown"),
    person: fc.constantFrom("nobody", "nobody", "cordons", "opens"),
  });
  const limits = fc.record({
    stepsPerHour: fc.integer({ min: 1, max: 3 }),
    atOnce: fc.integer({ min: 1, max: 3 }),
    floorPercent: fc.integer({ min: 1, max: 99 }),
    cordonsAtOnce: fc.integer({ min: 1, max: 3 }),
    replacedBy: fc.constantFrom("group" as const, "list" as const),
    steps: fc.subarray<PodRepairStep>([...POD_REPAIR_STEPS], { minLength: 1 }),
  });
  const rounds = fc.array(
    fc.record({ events: fc.array(event, { maxLength: 3 }), minutes: fc.integer({ min: 1, max: 40 }) }),
    {
      minLength: 2,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(limits, rounds, (limited, all) => {
      const pool = { ...HEALTH_POOL, ...limited };
      const repair = new Watched(pool, "on", "pods");
      const dry = new Watched(pool, "dry-run", "pods");
      const machines = ["a", "b", "c", "d", "e"].map((name): [string, Machine] => [
        name,
        { wrong: "", closed: false, mark: "", busy: true, ready: "True" },
      ]);
      const of = new Map(machines);
      let taken: number[] = [];
      for (const { events, minutes } of all) {
        const persons = new Set<string>();
        for (const { node, person, ...change } of events) {
          const [, machine] = machines[node]!;
          Object.assign(machine, change);
          if (person === "cordons" && !machine.closed) Object.assign(machine, { closed: true, mark: "" });
          if (person === "opens") machine.closed = false;
        }
        // of several events the last one counts: who has opened a node has it no more
        for (const [name, { closed, mark }] of machines) if (closed && mark === "") persons.add(name);
        const found = decided(
          Object.fromEntries(
            machines.map(([name, { wrong, closed, mark, ready }]): [string, HealthNode] => [
              name,
              {
                closed,
                mark,
                ready: [ready, 30],
                conditions: wrong === "" ? [] : [fault(wrong, wrong.startsWith("fabric") ? "Fabric" : "Hardware")],
              },
            ]),
          ),
          pool,
        );
        for (const { node, what, fault: whose, text } of found.patches) {
          expect(persons.has(node)).toBe(false);
          const machine = of.get(node)!;
          if (what === "cordon") Object.assign(machine, { closed: true, mark: `kubernetes: ${whose}: ${text}` });
          if (what === "mark") machine.mark = `kubernetes: ${whose}: ${text}`;
          if (what === "open") Object.assign(machine, { closed: false, mark: "" });
          if (what === "forget") machine.mark = "";
          if (what === "leave") machine.mark = `opened: ${text}`;
        }
        const ours = machines.filter(([, { closed, mark }]) => closed && /^(kubernetes|kept): /.test(mark));
        expect(ours.length).toBeLessThanOrEqual(limited.cordonsAtOnce);
        const seen = Object.fromEntries(
          found.rows.map(({ node, state, ready, reason, mark }): [string, Seen] => [
            node,
            { state: state === "held" ? (of.get(node)!.busy ? "draining" : "drained") : state, ready, reason, mark },
          ]),
        );
        const { orders } = repair.after(minutes).look(seen);
        expect(dry.after(minutes).look(seen).orders).toEqual([]);
        for (const { node, step } of orders) {
          const machine = of.get(node)!;
          const row = found.rows.find((one) => one.node === node)!;
          expect({ node, isOurs: row.state === "held", persons: persons.has(node) }).toEqual({
            node,
            isOurs: true,
            persons: false,
          });
          if (step === "keep") {
            machine.mark = `kept: ${row.mark}`;
            continue;
          }
          expect(limited.steps).toContain(step);
          if (machine.busy) expect([step, row.mark]).toEqual(["evict", expect.stringMatching(ENDS)]);
          else expect(step).not.toBe("evict");
          expect(limited.replacedBy === "list" && step === "replace").toBe(false);
          if (step !== "replace") expect(row.ready).toBe("True");
          if (step === "evict") machine.busy = false;
          taken.push(repair.now);
        }
        const steps = orders.filter(({ step }) => step !== "keep");
        expect(steps.length).toBeLessThanOrEqual(limited.atOnce);
        taken = taken.filter((at) => repair.now - at < 3600);
        expect(taken.length).toBeLessThanOrEqual(limited.stepsPerHour);
        if (steps.length > 0) {
          const working = found.rows.filter(({ state }) => state === "idle").length;
          expect(working * 100).toBeGreaterThanOrEqual(limited.floorPercent * machines.length);
        }
      }
    }),
    { numRuns: 15 },
  );
});

test("pods that cannot go on are sent away, and the next step follows once they have gone", () => {
  const cluster = new Watched(HEALTH_POOL, "on", "pods");
  const lost = (state: string): Record<string, Seen> => ({
    a: { state, mark: "kubernetes: hardware: xid: XID 79 on GPU 0000:53:00" },
    b: {},
    c: {},
    d: {},
  });
  expect(cluster.look(lost("draining")).steps).toEqual(["evict"]);
  expect(cluster.after(1).look(lost("draining")).steps).toEqual([]);
  expect(cluster.after(1).look(lost("drained")).steps).toEqual(["reboot"]);
  // nothing more is taken for as long as a boot may last
  expect(cluster.after(30).look(lost("drained")).steps).toEqual([]);
  expect(cluster.after(16).look(lost("drained")).steps).toEqual(["replace"]);
});

test("what can go on is waited for, and said once", () => {
  const cluster = new Watched(HEALTH_POOL, "on", "pods");
  const broken: Record<string, Seen> = {
    a: { state: "draining", mark: "kubernetes: hardware: memory-rows: GPU 0 cannot replace a row" },
    b: {},
    c: {},
    d: {},
  };
  expect(cluster.look(broken)).toMatchObject({
    steps: [],
    words: [expect.stringContaining("memory-rows"), "a|waits for its jobs"],
  });
  expect(cluster.after(600).look(broken)).toMatchObject({ steps: [], words: [] });
});
