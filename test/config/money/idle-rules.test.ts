import { IDLE_RULES } from "../../../config/money/idle-rules";
import { ruleCases } from "../../helpers/rule-cases";

const CPU_ONLY = { nodeGroups: { h100: null }, slurm: null };

ruleCases(IDLE_RULES, {
  "idle/unmeasured": {
    severity: "error",
    trips: [
      { change: { idle: {}, monitoring: { enabled: false } }, at: ["idle"], message: ["monitoring is off"] },
      { change: { idle: {}, gpu: { operator: false } }, at: ["idle"], message: ["gpu.operator"] },
      { change: { idle: {}, gpu: { dcgm: "off" } }, at: ["idle"], message: ["gpu.dcgm"], fix: ['dcgm: "exporter"'] },
    ],
    passes: [
      { change: { idle: {} } },
      { change: { monitoring: { enabled: false } } },
      { when: "no GPUs", change: { idle: {}, ...CPU_ONLY, monitoring: { enabled: false } } },
    ],
  },
  "idle/no-gpus": {
    severity: "warning",
    trips: [{ change: { idle: {}, ...CPU_ONLY }, at: ["idle"], message: ["no node group"] }],
    passes: [{ change: { idle: {} } }, { change: CPU_ONLY }],
  },
});
