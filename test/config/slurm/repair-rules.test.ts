import { SLURM_REPAIR_RULES } from "../../../config/slurm/repair-rules";
import { ruleCases } from "../../helpers/rule-cases";

const repair = (written: object, more: object = {}) => ({ slurm: { health: { repair: written, ...more } } });

ruleCases(SLURM_REPAIR_RULES, {
  "slurm/repair-resume": {
    severity: "error",
    trips: [
      {
        when: "people alone take nodes back",
        change: repair({ mode: "on" }, { resume: "people" }),
        at: ["slurm", "health", "repair", "mode"],
        message: ["mended or not"],
        fix: ['resume: "checks"'],
      },
    ],
    passes: [
      { when: "checks do", change: repair({ mode: "on" }) },
      { when: "nothing is done", change: repair({}, { resume: "people" }) },
    ],
  },
  "slurm/repair-twice": {
    severity: "error",
    trips: [
      {
        when: "EKS repairs the nodes, too",
        change: {
          nodeGroups: { h100: { repair: { kind: "auto", maxParallel: 1, maxUnhealthy: 1 } } },
          ...repair({ mode: "on" }),
        },
        at: ["nodeGroups", "h100", "repair", "kind"],
        message: ["slurm.health.repair is on, too"],
        fix: ['repair: { kind: "off" }'],
      },
    ],
    passes: [
      {
        when: "only one of them does anything",
        change: {
          nodeGroups: { h100: { repair: { kind: "auto", maxParallel: 1, maxUnhealthy: 1 } } },
          ...repair({ mode: "dry-run" }),
        },
      },
      { when: "EKS does not", change: repair({ mode: "on" }) },
    ],
  },
  "slurm/repair-hourly-limit": {
    severity: "warning",
    trips: [
      {
        when: "more nodes at one time than steps in an hour",
        change: repair({ atOnce: 3 }),
        at: ["slurm", "health", "repair", "atOnce"],
        message: ["atOnce is 3, and 2 steps"],
      },
    ],
    passes: [
      { when: "as many", change: repair({ atOnce: 3, stepsPerHour: 3 }) },
      { when: "nobody repairs", change: repair({ mode: "off", atOnce: 3 }) },
    ],
  },
});
