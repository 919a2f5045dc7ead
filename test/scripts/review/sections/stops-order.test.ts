import { findingsOf, only } from "../../../helpers/reviewed";

const qos = (urgent: object) => ({ slurm: { qos: { urgent } } });
const train = (partition: object) => ({
  slurm: { partitions: { train: { nodeGroups: ["h100"], default: true, ...partition } } },
});
const shares = (vision: number, lab: number) => ({ teams: { vision: { share: vision }, lab: { share: lab } } });

describe("jobs that start later", () => {
  test.each([
    ["a QOS of lower priority", qos({ priority: 500 }), qos({ priority: 100 }), /QOS urgent[^]*priority: 500 → 100/],
    ["a QOS that counts for more", qos({}), qos({ usageFactor: 2 }), /QOS urgent[^]*usageFactor: 1 → 2/],
    [
      "a partition of lower priority",
      train({ priority: 10 }),
      train({ priority: 2 }),
      /partition train[^]*has 2, and had 10/,
    ],
  ])("%s is told, and the other way round it is not", (_, before, after, text) => {
    const finding = only("stops", { before, after });
    expect(finding.severity).toBe("warning");
    expect(finding.text).toMatch(text);
    expect(findingsOf("stops", { before: after, after: before })).toEqual([]);
  });

  test("standard is everyday jobs of all teams", () => {
    const after = { slurm: { qos: { standard: { usageFactor: 3 } } } };
    expect(only("stops", { before: {}, after }).text).toContain("everyday jobs of all teams");
  });

  test("a share that is a smaller part is told with both parts, whoever was given more", () => {
    expect(only("stops", { before: shares(100, 100), after: shares(50, 100) }).text).toMatch(
      /Jobs of vision start later[^]*vision: 100 of 200 → 50 of 150/,
    );
    expect(only("stops", { before: shares(100, 100), after: shares(300, 100) }).text).toContain(
      "lab: 100 of 200 → 100 of 400",
    );
    expect(findingsOf("stops", { before: shares(100, 100), after: shares(50, 50) })).toEqual([]);
  });

  test("shares count among teams below the same one, and a team that comes cuts nobody", () => {
    const below = (pair: number) => ({ teams: { vision: null, lab: {}, pair: { parent: "lab", share: pair } } });
    expect(findingsOf("stops", { before: below(100), after: below(50) })).toEqual([]);
    const before = { teams: { vision: {} } };
    expect(findingsOf("stops", { before, after: { teams: { vision: {}, lab: {} } } })).toEqual([]);
  });
});
