import { SLURM_HEALTH_RULES } from "../../../config/slurm/health-rules";
import { ruleCases } from "../../helpers/rule-cases";

const health = (written: object) => ({ slurm: { health: written } });

ruleCases(SLURM_HEALTH_RULES, {
  "slurm/health-user-fault": {
    severity: "error",
    trips: [
      {
        when: "XIDs of programs drain",
        change: health({ checks: { "xid-program": "drain" } }),
        at: ["slurm", "health", "checks", "xid-program"],
        message: ["would drain a node"],
        fix: ['xid-program: "tell"'],
      },
    ],
    passes: [
      { when: "they are told or off", change: health({ checks: { "xid-program": "off", "shared-memory": "tell" } }) },
      { when: "a check of hardware drains", change: health({ checks: { clocks: "drain" } }) },
    ],
  },
  "slurm/health-blind": {
    severity: "warning",
    trips: [
      {
        when: "a missing GPU is only told",
        change: health({ checks: { "gpu-count": "tell" } }),
        at: ["slurm", "health", "checks", "gpu-count"],
        message: ["goes on to take jobs"],
      },
    ],
    passes: [{ when: "they drain", change: health({ checks: { "gpu-count": "drain", clocks: "off" } }) }],
  },
  "slurm/health-no-limit": {
    severity: "warning",
    trips: [
      {
        when: "as many as there are",
        change: { nodeGroups: { h100: { nodes: 8 } }, ...health({ drainsAtOnce: 8 }) },
        at: ["slurm", "health", "drainsAtOnce"],
        message: ["h100 has 8 at most"],
        fix: ["drainsAtOnce: 2"],
      },
    ],
    passes: [
      { when: "fewer", change: { nodeGroups: { h100: { nodes: 8 } }, ...health({ drainsAtOnce: 7 }) } },
      { when: "a quarter, by itself", change: health({}) },
    ],
  },
});
