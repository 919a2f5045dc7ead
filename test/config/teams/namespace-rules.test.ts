import { AWS_TEAM_NAMESPACE_RULES, TEAM_NAMESPACE_RULES } from "../../../config/teams/namespace-rules";
import { ruleCases } from "../../helpers/rule-cases";

const ROLE = "arn:aws:iam::111122223333:role/vision";
const vision = (namespace: object, gpus = 16) => ({ teams: { vision: { gpus, namespace } } });

const groups = (ofVision: string[], ofLanguage: string[]) => ({
  teams: { vision: { namespace: { groups: ofVision } }, language: { namespace: { groups: ofLanguage } } },
});

ruleCases([...TEAM_NAMESPACE_RULES, ...AWS_TEAM_NAMESPACE_RULES], {
  "teams/namespace-above-quota": {
    severity: "error",
    trips: [
      {
        change: vision({ gpus: 17 }),
        at: ["teams", "vision", "namespace", "gpus"],
        message: ["17 GPUs, and the team 16"],
        fix: ["16 or less"],
      },
    ],
    passes: [
      { when: "all of them", change: vision({ gpus: 16 }) },
      { when: "nothing said", change: vision({}) },
      { when: "a team without a limit", change: { teams: { vision: null, open: { namespace: { gpus: 99 } } } } },
    ],
  },
  "teams/member": {
    severity: "error",
    trips: [
      {
        when: "an admin",
        change: vision({ members: ["arn:aws:iam::111122223333:role/admin"] }),
        at: ["teams", "vision", "namespace", "members", 0],
        message: ["in cluster.admins already"],
      },
      {
        when: "a whole account",
        change: vision({ members: ["arn:aws:iam::111122223333:root"] }),
        at: ["teams", "vision", "namespace", "members", 0],
        message: ["the account itself"],
        fix: [":role/vision"],
      },
    ],
    passes: [
      { when: "a role", change: vision({ members: [ROLE] }) },
      {
        when: "a role of two teams",
        change: { teams: { vision: { namespace: { members: [ROLE] } }, language: { namespace: { members: [ROLE] } } } },
      },
    ],
  },
  "teams/group": {
    severity: "error",
    trips: [
      {
        change: vision({ groups: ["oidc:vision", "system:authenticated"] }),
        at: ["teams", "vision", "namespace", "groups", 1],
        message: ["system:authenticated"],
      },
    ],
    passes: [{ change: vision({ groups: ["oidc:vision"] }) }],
  },
  "teams/shared-group": {
    severity: "warning",
    trips: [
      {
        when: "a group of two teams",
        change: groups(["oidc:ml"], ["oidc:language", "oidc:ml"]),
        at: ["teams", "language", "namespace", "groups", 1],
        message: ['"oidc:ml"', "team vision", "Secrets"],
        fix: ["for language alone"],
      },
      {
        when: "the group of another team's members",
        change: groups([], ["railyard:vision"]),
        at: ["teams", "language", "namespace", "groups", 0],
        message: ["team vision"],
      },
    ],
    passes: [
      { when: "two groups", change: groups(["oidc:vision"], ["oidc:language"]) },
      { when: "one group twice in a team", change: groups(["oidc:vision", "oidc:vision"], []) },
    ],
  },
  "teams/member-name": {
    severity: "error",
    trips: [
      {
        change: vision({ members: [ROLE, "arn:aws:iam::999999999999:role/vision"] }),
        at: ["teams"],
        message: ["have one name"],
      },
    ],
    passes: [{ change: vision({ members: [ROLE, "arn:aws:iam::111122223333:role/vision-leads"] }) }],
  },
});
