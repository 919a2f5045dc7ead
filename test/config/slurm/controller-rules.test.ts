import { CHART_KEYS, type KeyTree } from "../../../config/facts/chart-keys";
import { SLURM_CONTROLLER_RULES } from "../../../config/slurm/controller-rules";
import { problemsWith } from "../../helpers/loading";
import { CHARTS } from "../../../config/facts/versions";
import { ruleCases } from "../../helpers/rule-cases";

const controllers = (replicas: number) => ({ slurm: { controller: { replicas } } });
const AT = ["slurm", "controller", "replicas"];

ruleCases(SLURM_CONTROLLER_RULES, {
  "slurm/controller-alone": {
    severity: "error",
    trips: [
      {
        when: "one that shall take over",
        change: controllers(2),
        at: AT,
        message: [`slurm ${CHARTS.slurm.version}`, "1.3.0"],
        fix: ["replicas: 1", "the checkpoint bucket has copies", "docs/slurm-state.md"],
      },
      {
        when: "one without a bucket for copies",
        change: { ...controllers(2), checkpoints: null },
        at: AT,
        fix: ["checkpoints: {}"],
      },
      { when: "several", change: controllers(5), at: AT, message: ["5 slurmctld"] },
    ],
    passes: [
      { when: "one", change: controllers(1) },
      { when: "a controller of which nothing is said", change: { slurm: { controller: {} } } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
});

// whoever installs a chart that has it finds here what the rule says
test("the chart that is installed has no key for it", () => {
  const controller = CHART_KEYS.slurm!["controller"] as KeyTree;
  expect(Object.keys(controller)).toContain("persistence");
  expect(Object.keys(controller)).not.toContain("ha");
});

test("a number that no chart runs is told by its bounds", () => {
  expect(problemsWith(controllers(0))).toContain("sample slurm.controller.replicas: must be at least 1, but is 0 | ");
});
