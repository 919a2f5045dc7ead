import fc from "fast-check";
import { REPAIR_STEPS, type RepairStep } from "../../../config/facts/node-repairs";
import { LOST, POOL, RESET, Watched, type Order } from "../../helpers/watched-repair";

test("any nodes, look after look: never more than the limits, no node with a job, none of a person's, no step that config leaves out", () => {
  const state = fc.constantFrom(
    "idle",
    "idle",
    "allocated",
    "draining",
    "drained",
    "drained",
    "drained*",
    "down",
    "mixed",
    "",
  );
  const reason = fc.constantFrom(
    "none",
    "by hand",
    `railyard: ${RESET}`,
    `railyard: ${LOST}`,
    "railyard: unknown: scratch: x",
    "railyard: user: xid-program: XID 31",
  );
  const node = fc.record({
    state,
    reason,
    ready: fc.constantFrom("True", "True", "Unknown"),
    mark: fc.constantFrom("", "", "kubernetes: hardware: kubernetes: NvidiaXID79Error"),
  });
  const limits = fc.record({
    stepsPerHour: fc.integer({ min: 1, max: 3 }),
    atOnce: fc.integer({ min: 1, max: 3 }),
    floorPercent: fc.integer({ min: 1, max: 99 }),
    replacedBy: fc.constantFrom("group" as const, "list" as const),
    steps: fc.subarray<RepairStep>([...REPAIR_STEPS], { minLength: 1 }),
  });
  const names = ["a", "b", "c", "d", "e"];
  fc.assert(
    fc.property(
      limits,
      fc.array(
        fc.record({
          nodes: fc.array(node, { minLength: 5, maxLength: 5 }),
          minutes: fc.integer({ min: 1, max: 40 }),
          result: fc.constantFrom("failed" as const, "undone" as const, null),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (limited, rounds) => {
        const cluster = new Watched({ ...POOL, ...limited });
        const dry = new Watched({ ...POOL, ...limited }, "dry-run");
        let done: (Order & { readonly at: number })[] = [];
        for (const { nodes, minutes, result } of rounds) {
          const seen = Object.fromEntries(nodes.map((one, index) => [names[index]!, one]));
          const last = done.at(-1);
          const results = last && result && last.at === cluster.now ? { [last.node]: result } : {};
          if (result === "undone" && last && last.at === cluster.now) done = done.slice(0, -1);
          const { orders } = cluster.after(minutes).look(seen, results);
          expect(dry.after(minutes).look(seen).orders).toEqual([]);
          for (const { node: name, step } of orders) {
            const one = seen[name]!;
            expect(one.state).toMatch(/^(drained|down)\*?$/);
            expect([one.reason, one.mark].join()).toMatch(/railyard: (hardware|unknown)|^[^,]*,kubernetes: /);
            if (step === "keep") continue;
            expect(limited.steps).toContain(step);
            expect(limited.replacedBy === "list" && step === "replace").toBe(false);
            if (step !== "replace") expect([one.state.endsWith("*"), one.ready]).toEqual([false, "True"]);
            const working = nodes.filter((each) => /^(idle|allocated|mixed)$/.test(each.state)).length;
            expect(working * 100).toBeGreaterThanOrEqual(limited.floorPercent * nodes.length);
            done.push({ node: name, step, at: cluster.now });
          }
          const taken = orders.filter(({ step }) => step !== "keep");
          expect(taken.length).toBeLessThanOrEqual(limited.atOnce);
          expect(new Set(orders.map(({ node: name }) => name)).size).toBe(orders.length);
          const hour = done.filter(({ at }) => cluster.now - at < 3600);
          expect(hour.length).toBeLessThanOrEqual(limited.stepsPerHour);
        }
      },
    ),
    { numRuns: 15 },
  );
});
