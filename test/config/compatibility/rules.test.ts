import { COMPATIBILITY_RULES } from "../../../config/compatibility/rules";
import { ruleCases } from "../../helpers/rule-cases";

const version = (minor: string, more: object = {}) => ({ cluster: { version: minor }, ...more });

ruleCases(COMPATIBILITY_RULES, {
  "platform/chart-kubernetes": {
    severity: "warning",
    trips: [
      {
        when: "a Kubernetes older than what the GPU Operator is tested on",
        change: version("1.32"),
        at: ["cluster", "version"],
        message: ["gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36", "version is 1.32"],
        fix: ['version: "1.36"', "railyard upgrade sample"],
      },
      {
        when: "a newer one",
        change: version("1.37"),
        at: ["cluster", "version"],
        message: ["supports Kubernetes 1.33 to 1.36", "version is 1.37"],
      },
    ],
    passes: [
      { when: "the oldest that it is tested on", change: version("1.33") },
      { when: "the newest that it is tested on", change: version("1.36") },
      { when: "an old one without the chart", change: version("1.32", { gpu: { operator: false } }) },
      // the rule of DRA tells of it
      { when: "what a chart refuses outright", change: version("1.34", { gpu: { allocation: "dra" } }) },
    ],
  },
});
