import { TEAMS_RULES } from "../../../config/rules/teams";
import { describeRules } from "../../helpers/rule-pairs";

describeRules(TEAMS_RULES, [
  {
    id: "teams/gpus-above-total",
    severity: "warning",
    trips: { teams: { vision: { gpus: 33 } } },
    path: ["teams", "vision", "gpus"],
    says: ["33 GPUs are more than the 32 of all node groups", "write 32 or less"],
    passes: { teams: { vision: { gpus: 32 } } },
  },
  {
    id: "teams/gpus-above-total",
    severity: "warning",
    trips: { teams: { vision: { gpus: 17 } }, nodeGroups: { h100: { nodes: { min: 0, max: 2 } } } },
    path: ["teams", "vision", "gpus"],
    says: ["the 16 of all"],
    passes: { teams: { vision: { gpus: null } } },
  },
  {
    id: "teams/users-without-slurm",
    severity: "warning",
    trips: { slurm: null, teams: { vision: { users: ["ann", "bob"] } } },
    path: ["teams", "vision", "users"],
    says: ["2 users are listed, but the environment has no Slurm"],
    passes: { teams: { vision: { users: ["ann", "bob"] } } },
  },
  {
    id: "teams/users-without-slurm",
    severity: "warning",
    trips: { slurm: null, teams: { vision: { users: ["ann"] } } },
    path: ["teams", "vision", "users"],
    says: ["remove the list"],
    passes: { slurm: null },
  },
]);
