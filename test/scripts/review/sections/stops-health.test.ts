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

describe("limits of faults and repairs", () => {
  const loosened = (before: object | null, after: object) =>
    findingsOf("stops", { before: env(before), after: env(after) })
      .filter(({ address }) => address === "sample-slurm.config.slurm.health limits")
      .map(({ severity, title, details }) => [severity, title, ...details]);

  test("that let all nodes of a pool go are a danger, with numbers", () => {
    const all = {
      drainsAtOnce: 4,
      drainsPerHour: 2,
      repair: { mode: "on", floorPercent: 1, atOnce: 4, stepsPerHour: 100 },
    };
    const [finding, ...others] = loosened({ repair: { mode: "on" } }, all);
    expect([finding?.[0], others]).toEqual(["danger", []]);
    expect(finding?.[1]).toMatch(
      /^A whole pool may be taken from jobs for faults: all 4 nodes of h100 may be drained at one time and 3 of 4 nodes/,
    );
    expect(finding?.[2]).toBe(
      "h100, 4 nodes at most: up to 4 drained at one time (1 before); up to 2 drained within an hour (1 before); up to 3 in repair at one time (1 before); 100 steps within an hour (2 before); steps are taken while 1 of them take jobs (2 before).",
    );
    expect(loosened(all, { repair: { mode: "on" } })).toEqual([]);
    expect(loosened(null, { drainsAtOnce: 4 })).toEqual([
      ["danger", expect.stringContaining("all 4 nodes of h100"), expect.any(String)],
    ]);
  });

  test("that let more go are a warning", () =>
    expect(loosened({}, { drainsAtOnce: 2 })).toEqual([
      [
        "warning",
        "More nodes of a pool may be drained for faults, or repaired, than before.",
        "h100, 4 nodes at most: up to 2 drained at one time (1 before).",
      ],
    ]));
});
