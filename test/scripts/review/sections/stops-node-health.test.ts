import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const env = (health: object | null) => (health === null ? {} : { health });
const of = (given: Reviewed) =>
  findingsOf("stops", given).filter(({ address }) => address === "sample-platform.config.health");
const titles = (given: Reviewed) => of(given).map(({ title }) => title);

describe("checks of nodes that no partition has", () => {
  test("that come are told, with the nodes that may be cordoned at one time", () => {
    const [finding, ...others] = of({ before: env(null), after: env({}) });
    expect(others).toEqual([]);
    expect(finding?.severity).toBe("warning");
    expect(finding?.title).toBe("Nodes that nvme finds a fault on take no new pod.");
    expect(finding?.details).toContain("What runs there goes on. Of each pool at one time: 1 of cpu.");
  });

  test("of which one cordons no more", () => {
    expect(titles({ before: env({}), after: env({ checks: { nvme: "tell" } }) })).toEqual([
      "Nodes with a fault that nvme finds go on to take pods.",
    ]);
  });

  test("whose nodes are repaired by themselves from now on, with the limits, or no longer", () => {
    const [on, off] = [env({ repair: { mode: "on" } }), env({})];
    const [finding, ...others] = of({ before: off, after: on });
    expect([finding?.title, others]).toEqual(["Nodes that are cordoned for a fault are repaired by themselves.", []]);
    expect(finding?.details[0]).toMatch(/^cpu: by the cause pods that cannot go on are sent away; /);
    expect(finding?.details[0]).toContain("none while fewer than 50 % of it take pods");
    expect(finding?.details.join("\n")).toMatch(
      /^evict, then reboot, then replace: XID 79, 151, 154, 168; sxid-fatal\.$/m,
    );
    expect(titles({ before: on, after: off })).toEqual(["Nodes with a fault are no longer repaired by themselves."]);
    const fewer = env({ repair: { mode: "on", steps: ["reset"] } });
    expect([titles({ before: on, after: fewer }), titles({ before: fewer, after: on })]).toEqual([
      [],
      [finding?.title],
    ]);
  });

  test("that stay as they are say nothing", () => {
    expect(titles({ before: env({}), after: env({ cordonsAtOnce: 1 }) })).toEqual([]);
    expect(titles({ before: env(null), after: env(null) })).toEqual([]);
  });
});

describe("limits of faults and repairs", () => {
  const pool = (nodes: object | number, health: object | null) => ({
    nodeGroups: { cpu: { instanceType: "m7i.4xlarge", nodes } },
    ...env(health),
  });
  const loosened = (before: object, after: object) =>
    findingsOf("stops", { before: { ...before }, after: { ...after } })
      .filter(({ address }) => address === "sample-platform.config.health limits")
      .map(({ severity, title, details }) => [severity, title, ...details]);
  const REPAIR = { mode: "on", floorPercent: 1, atOnce: 4, stepsPerHour: 100 };

  test("that let all nodes of a pool go are a danger, with numbers", () => {
    const [before, after] = [pool(4, { repair: { mode: "on" } }), pool(4, { cordonsAtOnce: 4, repair: REPAIR })];
    expect(loosened(before, after)).toEqual([
      [
        "danger",
        "A whole pool may be taken from pods for faults: all 4 nodes of cpu may be cordoned at one time and 3 of 4 nodes of cpu may be in repair (evict, reset, reboot, replace) at one time.",
        "cpu, 4 nodes at most: up to 4 cordoned at one time (1 before); up to 3 in repair at one time (1 before); 100 steps within an hour (2 before); steps are taken while 1 of them take pods (2 before).",
        expect.stringMatching(/^What finds a fault on every node is more likely wrong itself/),
      ],
    ]);
    expect(loosened(after, before)).toEqual([]);
  });

  test.each<[string, object | null, object, string]>([
    ["come with the checks", null, { cordonsAtOnce: 4 }, "all 4 nodes of cpu may be cordoned at one time"],
    [
      "hold from now on",
      { cordonsAtOnce: 3, repair: { ...REPAIR, mode: "dry-run" } },
      { cordonsAtOnce: 3, repair: REPAIR },
      "3 of 4 nodes of cpu may be in repair",
    ],
    [
      "let all be repaired in an hour",
      { cordonsAtOnce: 2, repair: { mode: "on" } },
      { cordonsAtOnce: 2, repair: { ...REPAIR, atOnce: 2 } },
      "all 4 nodes of cpu may be repaired (evict, reset, reboot, replace) within an hour, 2 at one time",
    ],
  ])("that %s are a danger where the whole pool may go", (_, before, after, text) => {
    const [finding, ...others] = loosened(pool(4, before), pool(4, after));
    expect(others).toEqual([]);
    expect(finding?.[0]).toBe("danger");
    expect(finding?.[1]).toContain(text);
  });

  test("that a smaller pool no longer has are a danger, and a larger or another one raises none", () => {
    const health = { cordonsAtOnce: 4 };
    expect(loosened(pool(16, health), pool(4, health))).toEqual([
      ["danger", expect.stringContaining("all 4 nodes of cpu"), expect.any(String)],
    ]);
    expect(loosened(pool(4, {}), pool(16, {}))).toEqual([]);
    const more = {
      ...pool(16, health),
      nodeGroups: {
        ...pool(16, health).nodeGroups,
        small: { instanceType: "m7i.4xlarge", nodes: 2 },
      },
    };
    expect(loosened(pool(16, health), more)).toEqual([]);
  });

  test.each<[string, object, object, string]>([
    ["cordons", {}, { cordonsAtOnce: 6 }, "up to 6 cordoned at one time (4 before)"],
    [
      "repairs",
      { repair: { mode: "on" } },
      { repair: { mode: "on", atOnce: 2 } },
      "up to 2 in repair at one time (1 before)",
    ],
    [
      "steps",
      { repair: { mode: "on" } },
      { repair: { mode: "on", stepsPerHour: 3 } },
      "3 steps within an hour (2 before)",
    ],
    [
      "a floor",
      { repair: { mode: "on" } },
      { repair: { mode: "on", floorPercent: 25 } },
      "steps are taken while 4 of them take pods (8 before)",
    ],
    [
      "faults",
      { repair: { mode: "on" } },
      { repair: { mode: "on", lemon: { faults: 2, days: 30 } } },
      "not given back from 2 faults within 30 days on (3 within 14 before)",
    ],
  ])("of %s that let more go are a warning, and the other way round nothing", (_, before, after, text) => {
    const found = loosened(pool(16, before), pool(16, after));
    expect(found).toEqual([
      [
        "warning",
        "More nodes of a pool may be cordoned for faults, or repaired, than before.",
        `cpu, 16 nodes at most: ${text}.`,
      ],
    ]);
    expect(loosened(pool(16, after), pool(16, before))).toEqual([]);
  });

  test("that nothing is done by are none", () =>
    expect(
      loosened(pool(16, { repair: { mode: "dry-run" } }), pool(16, { repair: { ...REPAIR, mode: "dry-run" } })),
    ).toEqual([]));
});
