import { TEAMS_RULES } from "../../../config/rules/teams";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const vision = (more: object) => ({ teams: { vision: more } });
const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
const both = { nodeGroups: { l40s }, slurm: { partitions: { small: { nodeGroups: ["l40s"] } } } };

ruleCases(
  TEAMS_RULES,
  [
    {
      id: "teams/quota-above-fleet",
      when: "a GPU more than there are",
      change: vision({ gpus: 33 }),
      path: ["teams", "vision", "gpus"],
      words: ["33 GPUs", "32 at most", "gpus: 32"],
    },
    {
      id: "teams/quota-above-fleet",
      when: "GPUs that Slurm does not have",
      change: { nodeGroups: { l40s }, ...vision({ gpus: 40 }) },
      path: ["teams", "vision", "gpus"],
      words: ["40 GPUs", "32 at most"],
    },
    {
      id: "teams/quota-below-node",
      when: "a GPU less than a node",
      change: vision({ gpus: 7 }),
      path: ["teams", "vision", "gpus"],
      words: ["7 GPUs", "8 or more", "gpus: 8"],
    },
    {
      id: "teams/without-slurm",
      when: "a limit and users",
      change: { slurm: null, ...vision({ gpus: 16, users: ["ada"] }) },
      path: ["teams", "vision"],
      words: ["gpus: 16 and users", "take gpus and users out"],
    },
    {
      id: "teams/without-slurm",
      when: "users alone",
      change: { slurm: null, teams: { vision: null, language: { users: ["ada"] } } },
      path: ["teams", "language"],
      words: ["users of the team do nothing"],
    },
  ],
  [
    { id: "teams/quota-above-fleet", when: "all there are", change: vision({ gpus: 32 }) },
    { id: "teams/quota-above-fleet", when: "all of two partitions", change: { ...both, ...vision({ gpus: 40 }) } },
    { id: "teams/quota-above-fleet", when: "no limit", change: { teams: { vision: null, language: {} } } },
    {
      id: "teams/quota-above-fleet",
      when: "no Slurm, told elsewhere",
      change: { slurm: null, ...vision({ gpus: 99 }) },
    },
    { id: "teams/quota-below-node", when: "a node", change: vision({ gpus: 8 }) },
    { id: "teams/quota-below-node", when: "a node of the smaller kind", change: { ...both, ...vision({ gpus: 4 }) } },
    { id: "teams/quota-below-node", when: "no GPUs at all", change: vision({ gpus: 0 }) },
    {
      id: "teams/quota-below-node",
      when: "no GPU nodes",
      change: { nodeGroups: { h100: null }, ...vision({ gpus: 4 }) },
    },
    {
      id: "teams/without-slurm",
      when: "a share alone",
      change: { slurm: null, teams: { vision: null, language: { share: 5 } } },
    },
    { id: "teams/without-slurm", when: "Slurm", change: vision({ users: ["ada"] }) },
  ],
);

test("every team is looked at", () => {
  const found = violations(ruleOf(TEAMS_RULES, "teams/quota-above-fleet"), {
    teams: { vision: { gpus: 99 }, language: { gpus: 98 } },
  });
  expect(found.map((v) => v.path[1]).sort()).toEqual(["language", "vision"]);
});
