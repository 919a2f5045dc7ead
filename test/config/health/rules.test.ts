import { HEALTH_RULES } from "../../../config/health/rules";
import { ruleCases } from "../../helpers/rule-cases";

const repair = (written: object) => ({ health: { repair: written } });
const eks = { nodeGroups: { cpu: { repair: { kind: "auto", maxParallel: 1, maxUnhealthy: 1 } } } };
const gpus = (checks: object) => ({ slurm: null, health: { checks } });

ruleCases(HEALTH_RULES, {
  "health/no-pool": {
    severity: "error",
    trips: [
      {
        when: "partitions have all of them",
        change: { slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } }, health: {} },
        at: ["health"],
        message: ["each node group"],
        fix: ["slurm: { health: {} }"],
      },
    ],
    passes: [{ when: "one is left", change: { health: {} } }],
  },
  "health/repair-twice": {
    severity: "error",
    trips: [
      {
        when: "EKS repairs the nodes, too",
        change: { ...eks, ...repair({ mode: "on" }) },
        at: ["nodeGroups", "cpu", "repair", "kind"],
        message: ["health.repair is on, too"],
        fix: ['repair: { kind: "off" }'],
      },
    ],
    passes: [
      { when: "only one of them does anything", change: { ...eks, ...repair({ mode: "dry-run" }) } },
      { when: "EKS does not", change: repair({ mode: "on" }) },
    ],
  },
  "health/blind": {
    severity: "warning",
    trips: [
      {
        when: "broken GPUs are only told",
        change: gpus({ "gpu-count": "tell" }),
        at: ["health", "checks", "gpu-count"],
        message: ['gpu-count is "tell"'],
      },
    ],
    passes: [
      { when: "heat is off", change: gpus({ clocks: "off", xid: "cordon" }) },
      { when: "no pool has GPUs", change: { health: { checks: { xid: "off" } } } },
    ],
  },
  "health/no-limit": {
    severity: "warning",
    trips: [
      {
        when: "as many as there are",
        change: { nodeGroups: { cpu: { nodes: 4 } }, health: { cordonsAtOnce: 4 } },
        at: ["health", "cordonsAtOnce"],
        message: ["cpu has 4 at most"],
        fix: ["cordonsAtOnce: 1"],
      },
    ],
    passes: [
      { when: "fewer", change: { nodeGroups: { cpu: { nodes: 4 } }, health: { cordonsAtOnce: 3 } } },
      { when: "it is small", change: { nodeGroups: { cpu: { nodes: 2 } }, health: { cordonsAtOnce: 2 } } },
    ],
  },
  "health/repair-hourly-limit": {
    severity: "warning",
    trips: [
      {
        when: "more nodes at one time than steps in an hour",
        change: repair({ atOnce: 3 }),
        at: ["health", "repair", "atOnce"],
        message: ["atOnce is 3, and 2 steps"],
      },
    ],
    passes: [
      { when: "as many", change: repair({ atOnce: 3, stepsPerHour: 3 }) },
      { when: "nobody repairs", change: repair({ mode: "off", atOnce: 3 }) },
    ],
  },
});
