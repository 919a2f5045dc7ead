import fc from "fast-check";
import { quotaLeft } from "../../../config/teams/quota";
import { parentsFirst, quotaOwner, teamsAbove } from "../../../config/teams/tree";
import { TEAM_TREE_RULES } from "../../../config/teams/tree-rules";
import { POLICIES } from "../../helpers/slurm-policies";
import { legalTeams } from "../../helpers/arbitrary-teams";
import { ruleOf, sample } from "../../helpers/environment";

const teamsOf = (teams: object) => sample({ ...POLICIES, teams: { vision: null, ...teams } }).env.teams;

describe("quotas of teams", () => {
  test("are those of the next team above that has any", () => {
    const teams = teamsOf({ a: { gpus: 16 }, b: { parent: "a" }, c: { parent: "b", gpus: 8 }, d: { parent: "c" } });
    expect(["a", "b", "c", "d"].map((name) => quotaOwner(teams, name))).toEqual(["a", "a", "c", "c"]);
    expect(quotaLeft(teams, "a").gpus).toBe(8);
  });

  test("end in a circle, and at a team that is not there", () => {
    const teams = teamsOf({ a: { parent: "b" }, b: { parent: "a" }, c: { parent: "nobody" } });
    expect(teamsAbove(teams, "a")).toEqual(["b"]);
    expect(teamsAbove(teams, "c")).toEqual([]);
    expect([...parentsFirst(teams)].sort()).toEqual(["a", "b", "c"]);
  });

  test("of any legal set of teams add up to what the teams at the top have, and nobody has less than nothing", () => {
    fc.assert(
      fc.property(legalTeams, (written) => {
        const teams = teamsOf(written);
        const { config, env } = sample({ ...POLICIES, teams: { vision: null, ...written } });
        const now = new Date();
        for (const id of ["teams/parent", "teams/parent-quota"])
          expect([...ruleOf(TEAM_TREE_RULES, id).check({ config, env, now })]).toEqual([]);
        const order = parentsFirst(teams);
        for (const [name, { parent }] of Object.entries(teams))
          if (parent !== undefined) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(name));
        const owners = Object.keys(teams).filter((name) => quotaOwner(teams, name) === name);
        for (const top of owners.filter((name) => !teamsAbove(teams, name).some((one) => owners.includes(one)))) {
          const within = owners.filter((name) => name === top || teamsAbove(teams, name).includes(top));
          const parts = within.map((name) => quotaLeft(teams, name).gpus);
          if (teams[top]!.gpus === undefined) continue;
          expect(parts.every((gpus) => gpus !== null && gpus >= 0)).toBe(true);
          expect(parts.reduce<number>((sum, gpus) => sum + (gpus ?? 0), 0)).toBe(teams[top]!.gpus);
        }
      }),
      { numRuns: 60 },
    );
  });
});
