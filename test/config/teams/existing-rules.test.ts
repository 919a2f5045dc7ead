import type { Rule } from "../../../config/kernel/rule";
import { EXISTING_TEAM_RULES } from "../../../config/teams/existing-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const ROLE = "arn:aws:iam::111122223333:role/vision";

ruleCases(
  EXISTING_TEAM_RULES as readonly Rule[],
  {
    "teams/members-without-eks": {
      severity: "error",
      trips: [
        {
          change: { teams: { vision: { namespace: { members: [ROLE] } } } },
          at: ["teams", "vision", "namespace", "members"],
          message: [ROLE, "cluster that exists"],
          fix: ["groups: [", '"railyard:vision"'],
        },
      ],
      passes: [{ when: "groups", change: { teams: { vision: { namespace: { groups: ["oidc:vision"] } } } } }],
    },
  },
  CLUSTER_SAMPLE,
);
