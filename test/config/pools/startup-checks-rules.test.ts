import { STARTUP_CHECKS_RULES } from "../../../config/pools/startup-checks-rules";
import { group, groupAt, ruleCases } from "../../helpers/rule-cases";

ruleCases(STARTUP_CHECKS_RULES, {
  "nodes/startup-checks-nothing": {
    severity: "error",
    trips: [
      {
        change: group("cpu", { startupChecks: true }),
        at: groupAt("cpu", "startupChecks"),
        message: ["neither GPUs nor devices"],
        fix: ["take it out"],
      },
    ],
    passes: [{ change: group("h100", { startupChecks: true }) }],
  },
  "nodes/startup-checks-driver": {
    severity: "error",
    trips: [
      {
        change: group("h100", { startupChecks: true, image: { kind: "bottlerocket" } }),
        at: groupAt("h100", "startupChecks"),
        message: ["Bottlerocket"],
        fix: ["verify --suite join"],
      },
    ],
    passes: [
      { change: group("h100", { startupChecks: true }) },
      { when: "Bottlerocket without them", change: group("h100", { image: { kind: "bottlerocket" } }) },
    ],
  },
  "nodes/startup-checks-unheard": {
    severity: "warning",
    trips: [
      {
        change: { ...group("h100", { startupChecks: true }), monitoring: { enabled: false } },
        at: groupAt("h100", "startupChecks"),
        message: ["no alert tells of a node of h100"],
        fix: ["monitoring: { enabled: true }"],
      },
    ],
    passes: [
      { change: group("h100", { startupChecks: true }) },
      { when: "no checks", change: { monitoring: { enabled: false } } },
    ],
  },
});
