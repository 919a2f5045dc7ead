import { NODE_TUNING_RULES } from "../../../../../config/sites/aws-eks/nodes/tuning-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const tuning = (value: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  group("h100", { ...more, tuning: value });
const at = (...keys: string[]) => groupAt("h100", "tuning", ...keys);

ruleCases(NODE_TUNING_RULES, {
  "tuning/kernel-arguments-image": {
    severity: "error",
    trips: [
      {
        when: "an argument that the image of EKS lacks",
        change: tuning({ kernelArguments: { init_on_alloc: 0 } }),
        at: at("kernelArguments", "init_on_alloc"),
        message: ["without it"],
        fix: ["railyard image"],
      },
      {
        when: "another value than that of the image",
        change: tuning({ kernelArguments: { "intel_idle.max_cstate": 3 } }),
        at: at("kernelArguments", "intel_idle.max_cstate"),
        message: ["with intel_idle.max_cstate=1"],
      },
    ],
    passes: [
      { when: "the value of the image", change: tuning({ kernelArguments: { "intel_idle.max_cstate": 1 } }) },
      {
        when: "any on an own image",
        change: tuning(
          { kernelArguments: { init_on_alloc: 0 } },
          {
            image: { kind: "custom", imageId: "ami-0123456789abcdef0" },
          },
        ),
      },
    ],
  },
  "tuning/bottlerocket": {
    severity: "error",
    trips: [
      {
        when: "what only a script could set",
        change: tuning({ governor: "performance" }, { image: { kind: "bottlerocket" } }),
        at: at("governor"),
        message: ["nothing of Bottlerocket"],
        fix: ['kind: "al2023"'],
      },
    ],
    passes: [
      {
        when: "sysctl and huge pages",
        change: tuning({ hugepages2Mi: 5128, sysctl: { "vm.swappiness": 1 } }, { image: { kind: "bottlerocket" } }),
      },
    ],
  },
});
