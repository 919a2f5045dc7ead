import { TEAM_DIRECTORY_RULES } from "../../../config/teams/directory-rules";
import { TEAM_TREE_RULES } from "../../../config/teams/tree-rules";
import { hasShape, ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const directory = { slurm: { directorySecretName: "sssd" } };
const vision = (...directoryGroups: string[]) => ({ teams: { vision: { directoryGroups } } });

ruleCases(TEAM_DIRECTORY_RULES, {
  "teams/directory-groups": {
    severity: "error",
    trips: [
      {
        when: "a Slurm without a directory",
        change: vision("ml"),
        at: ["teams", "vision", "directoryGroups"],
        message: ["slurm.directorySecretName"],
        fix: ['directorySecretName: "sssd"'],
      },
      {
        when: "no Slurm at all",
        change: { ...vision("ml"), slurm: null },
        at: ["teams", "vision", "directoryGroups"],
        message: ["no slurm"],
        fix: ["namespace.groups"],
      },
    ],
    passes: [
      { when: "a directory", change: { ...vision("ml", "Domain Users"), ...directory } },
      { when: "no groups", change: vision() },
    ],
  },
  "teams/directory-group-shared": {
    severity: "warning",
    trips: [
      {
        when: "one group for two teams",
        change: {
          ...directory,
          teams: { vision: { directoryGroups: ["ml"] }, speech: { directoryGroups: ["a", "ml"] } },
        },
        at: ["teams", "speech", "directoryGroups", 1],
        message: ['"ml"', "vision"],
        fix: ["defaultTeams"],
      },
    ],
    passes: [
      {
        when: "a group each",
        change: { ...directory, teams: { vision: { directoryGroups: ["ml"] }, speech: { directoryGroups: ["a"] } } },
      },
    ],
  },
});

test("a default team may be one to which a directory brings people", () => {
  const rule = ruleOf(TEAM_TREE_RULES, "teams/default-team");
  const change = (groups: string[]) => ({
    slurm: { directorySecretName: "sssd", defaultTeams: { maria: "vision" } },
    teams: { vision: { directoryGroups: groups } },
  });
  expect(violations(rule, change(["ml"]))).toEqual([]);
  expect(violations(rule, change([]))).toHaveLength(1);
});

test.each([
  ["ml-vision", true],
  ["Domain Users", true],
  ["CORP\\ml", true],
  ["ml@corp.example.com", true],
  ["Größe", true],
  ["m", true],
  ["", false],
  [" ml", false],
  ["ml ", false],
  ["-s", false],
  ["a:b", false],
  ["a,b", false],
  ["a\nb", false],
  ["a\u202eb", false],
])("the name of a group %j is taken: %s", (name, taken) => {
  expect(hasShape(vision(name))).toBe(taken);
});
