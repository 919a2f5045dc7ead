import { TEAM_GPU_RULES } from "../../../config/teams/gpu-rules";
import { ruleCases } from "../../helpers/rule-cases";

const vision = (team: object, more: object = {}) => ({ teams: { vision: { gpus: 16, ...team } }, ...more });
const AT = ["teams", "vision", "namespace", "gpus"];
const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
const free = { nodeGroups: { l40s } };

ruleCases(TEAM_GPU_RULES, {
  "teams/namespace-takes-all": {
    severity: "warning",
    trips: [
      {
        change: vision({ users: ["jane"], namespace: { gpus: 16 } }, free),
        at: AT,
        message: ["all 16 GPUs", "may use none"],
        fix: ["less than 16"],
      },
    ],
    passes: [
      { when: "a part of them", change: vision({ users: ["jane"], namespace: { gpus: 15 } }) },
      { when: "a team without users in Slurm", change: vision({ namespace: { gpus: 16 } }) },
      { when: "a team without GPUs", change: vision({ gpus: 0, users: ["jane"], namespace: { gpus: 0 } }) },
      { when: "no Slurm", change: vision({ users: ["jane"], namespace: { gpus: 16 } }, { slurm: null }) },
    ],
  },
  "teams/namespace-unplaced": {
    severity: "warning",
    trips: [
      {
        change: vision({ namespace: { gpus: 8 } }),
        at: AT,
        message: ["8 GPUs", "Slurm holds all"],
        fix: ["no partition"],
      },
    ],
    passes: [
      { when: "a group that Slurm does not have", change: vision({ namespace: { gpus: 8 } }, free) },
      { when: "no GPUs for pods", change: vision({ namespace: { gpus: 0 } }) },
      { when: "no Slurm", change: vision({ namespace: { gpus: 8 } }, { slurm: null }) },
    ],
  },
});
