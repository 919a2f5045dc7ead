import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const env = (health: object | null) => ({ slurm: health === null ? {} : { health } });
const of = (given: Reviewed) =>
  findingsOf("stops", given).filter(({ address }) => address === "sample-slurm.config.slurm.health");
const titles = (given: Reviewed) => of(given).map(({ title }) => title);

describe("checks of nodes", () => {
  test("that come are told, with the nodes that they may drain at one time", () => {
    const [finding, ...others] = of({ before: env(null), after: env({}) });
    expect(others).toEqual([]);
    expect(finding?.severity).toBe("warning");
    expect(finding?.title).toMatch(/^Nodes that gpu-count, xid, .* find a fault on take no new job\.$/);
    expect(finding?.title).not.toContain("xid-program");
    expect(finding?.details).toContain("What runs there goes on. Of each pool at one time: 1 of h100.");
  });

  test("that go leave what they have drained to people", () => {
    expect(titles({ before: env({}), after: env(null) })).toEqual([
      "Nodes that checks have drained stay so until somebody takes them back.",
    ]);
  });

  test("of which one drains, or no longer does", () => {
    expect(titles({ before: env({}), after: env({ checks: { clocks: "drain", nvlink: "tell" } }) })).toEqual([
      "Nodes that clocks finds a fault on take no new job.",
      "Nodes with a fault that nvlink finds go on to take jobs.",
    ]);
  });

  test("after which people take nodes back", () => {
    expect(titles({ before: env({}), after: env({ resume: "people" }) })).toEqual([
      "Nodes that are mended stay drained until somebody takes them back.",
    ]);
    expect(titles({ before: env({ resume: "people" }), after: env({}) })).toEqual([]);
  });

  test("whose nodes are repaired by themselves from now on, with the limits, or no longer", () => {
    const [on, off] = [env({ repair: { mode: "on" } }), env({})];
    const [finding, ...others] = of({ before: off, after: on });
    expect([finding?.title, others]).toEqual([
      "Nodes that checks have drained, with no job on them, are repaired by themselves.",
      [],
    ]);
    expect(finding?.details[0]).toMatch(/^h100: by the cause .*the instance is ended, with what is on its own disks/);
    expect(finding?.details[0]).toContain(
      "1 at a time, 2 steps in an hour, and none while fewer than 50 % of it take jobs",
    );
    // which node it may hit is told before it is switched on
    expect(finding?.details).toContain("restart, then reboot: volumes.");
    expect(finding?.details.join("\n")).toMatch(/^reboot, then replace: .*XID 79, 151, 154, 168/m);
    expect(titles({ before: on, after: off })).toEqual(["Nodes with a fault are no longer repaired by themselves."]);
    const reset = env({ repair: { mode: "on", steps: ["reset"] } });
    expect([titles({ before: on, after: reset }), titles({ before: reset, after: on })]).toEqual([
      [],
      [finding?.title],
    ]);
  });

  test("that stay as they are say nothing", () => {
    expect(titles({ before: env({}), after: env({ drainsAtOnce: 1 }) })).toEqual([]);
    expect(titles({ before: env(null), after: env(null) })).toEqual([]);
  });
});
