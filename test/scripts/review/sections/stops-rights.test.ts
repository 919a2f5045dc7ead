import { findingsOf, only } from "../../../helpers/reviewed";

describe("a QOS of every team", () => {
  const env = (everyone: boolean, qos: string[] = []) => ({
    slurm: { qos: { urgent: { everyone } } },
    teams: { vision: {}, lab: { qos } },
  });

  test("that no longer is takes it from the teams that do not name it", () => {
    const finding = only("stops", { before: env(true), after: env(false, ["urgent"]) });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.slurm.qos.urgent.everyone" });
    expect(finding.title).toContain("every team's: vision may not use it any more");
    expect(finding.text).toContain("squeue -t PD -q urgent");
    expect(findingsOf("stops", { before: env(false), after: env(true) })).toEqual([]);
  });

  test("is not lost by a team that no longer names it", () =>
    expect(findingsOf("stops", { before: env(true, ["urgent"]), after: env(true) })).toEqual([]));
});

describe("a coordinator who goes", () => {
  const env = (coordinators: string[], prune: boolean, above: string[] = []) => ({
    slurm: { prune },
    teams: { vision: null, top: { coordinators: above }, lab: { parent: "top", users: ["ada", "bob"], coordinators } },
  });

  test("loses rights where config removes what it does not have", () => {
    const finding = only("stops", { before: env(["ada"], true), after: env([], true) });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.teams.lab.coordinators" });
    expect(finding.title).toContain("ada may no longer add and remove users of team lab");
  });

  test("keeps them elsewhere, which is told with how to take them", () => {
    const given = { before: env(["ada"], false), after: env([], false) };
    expect(findingsOf("stops", given)).toEqual([]);
    expect(only("security", given).text).toMatch(
      /ada may go on to[^]*sacctmgr remove coordinator account=lab name=ada/,
    );
  });

  test("has them still by a team above", () => {
    const given = { before: env(["ada"], true, ["ada"]), after: env([], true, ["ada"]) };
    expect([...findingsOf("stops", given), ...findingsOf("security", given)]).toEqual([]);
  });
});

describe("jobs that name no team", () => {
  const teams = { vision: { users: ["ada", "bob"] }, lab: { users: ["ada"] } };
  const env = (defaultTeams: object) => ({ teams, slurm: { defaultTeams } });

  test.each([
    [{ ada: "vision" }, { ada: "lab" }, /of ada that name no team count for lab[^]*no longer for vision/],
    [{}, { ada: "lab" }, /count for lab[^]*one of vision and lab/],
    [{ ada: "vision" }, {}, /what Slurm has stays, which was vision/],
  ])("count for another: %j, %j", (was, is, text) => {
    const finding = only("stops", { before: env(was), after: env(is) });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.slurm.defaultTeams.ada" });
    expect(finding.text).toMatch(text);
  });

  test("count for the same where somebody has one team alone", () =>
    expect(findingsOf("stops", { before: env({}), after: env({ bob: "vision" }) })).toEqual([]));
});

test("jobs that say no time end sooner where the default is shorter", () => {
  const env = (defaultHours: number) => ({
    slurm: { partitions: { train: { nodeGroups: ["h100"], default: true, defaultHours } } },
  });
  const finding = only("stops", { before: env(24), after: env(4) });
  expect(finding).toMatchObject({ severity: "warning" });
  expect(finding.title).toContain("end after 4 hours, and had 24 hours before");
  expect(findingsOf("stops", { before: env(4), after: env(24) })).toEqual([]);
});
