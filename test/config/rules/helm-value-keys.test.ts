import { CHART_KEYS } from "../../../config/facts/chart-keys";
import { CHARTS } from "../../../config/facts/versions";
import { HELM_VALUE_KEY_RULES } from "../../../config/rules/helm-value-keys";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });

ruleCases(HELM_VALUE_KEY_RULES, {
  "platform/unknown-helm-value": {
    severity: "error",
    trips: [
      {
        when: "a slip of the pen",
        change: values({ "gpu-operator": { drvier: { enabled: true } } }),
        at: ["platform", "helmValues", "gpu-operator", "drvier"],
        says: ['gpu-operator v26.7.0 reads no value "drvier"'],
        fix: ["did you mean driver?"],
      },
      {
        when: "a key like no other",
        change: values({ "slurm-operator": { completelyDifferent: 1 } }),
        at: ["platform", "helmValues", "slurm-operator", "completelyDifferent"],
        says: ["completelyDifferent"],
        fix: ["one of: ", "operator"],
      },
    ],
    passes: [
      { when: "a key of the chart", change: values({ "gpu-operator": { driver: { version: "1" } } }) },
      { when: "a subchart", change: values({ "kube-prometheus-stack": { grafana: { enabled: false } } }) },
      { when: "global", change: values({ "cert-manager": { global: {} } }) },
      { when: "a chart whose keys were not read", change: values({ karpenter: { anything: 1 } }) },
    ],
  },
});

test("keys are those of charts that are pinned, and none is empty", () => {
  for (const [chart, keys] of Object.entries(CHART_KEYS)) {
    expect(CHARTS).toHaveProperty([chart]);
    expect(keys.length).toBeGreaterThan(0);
  }
});
