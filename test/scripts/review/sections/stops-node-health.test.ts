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
    expect(finding?.details.join("\n")).toMatch(/^evict, then reboot, then replace: XID 79, 151, 154, 168\.$/m);
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
