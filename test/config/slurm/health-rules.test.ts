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
  "slurm/health-hourly-limit": {
    severity: "warning",
    trips: [
      {
        when: "more within an hour than at one time",
        change: health({ drainsAtOnce: 1, drainsPerHour: 2 }),
        at: ["slurm", "health", "drainsPerHour"],
        message: ["drainsPerHour is 2", "more than 1 nodes"],
        fix: ["drainsPerHour: 1"],
      },
    ],
    passes: [
      { when: "as many", change: health({ drainsAtOnce: 2, drainsPerHour: 2 }) },
      { when: "no limit of an hour", change: health({ drainsAtOnce: 1 }) },
    ],
  },
  "slurm/health-peers-fault": {
    severity: "warning",
    trips: [
      {
        when: "counters drain",
        change: health({ checks: { "fabric-counters": "drain" } }),
        at: ["slurm", "health", "checks", "fabric-counters"],
        message: ["a peer was out of reach"],
        fix: ['"fabric-counters": "tell"'],
      },
    ],
    passes: [{ when: "they are told", change: health({ checks: { "fabric-counters": "tell", clocks: "drain" } }) }],
  },
});
