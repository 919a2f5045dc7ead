import { DRA_GATE_RULES } from "../../../config/gpu/dra-gate-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases, type Trip } from "../../helpers/rule-cases";

const gates = (...on: string[]): Change => ({
  platform: {
    helmValues: { "dra-driver-nvidia-gpu": { featureGates: Object.fromEntries(on.map((gate) => [gate, true])) } },
  },
});

ruleCases(DRA_GATE_RULES, {
  "gpu/dra-gates": {
    severity: "error",
    trips: (
      [
        ["DynamicMIG", "PassthroughSupport"],
        ["DynamicMIG", "NVMLDeviceHealthCheck"],
        ["DynamicMIG", "MPSSupport"],
        ["PassthroughSupport", "NVMLDeviceHealthCheck"],
        ["MPSSupport", "NVMLDeviceHealthCheck"],
      ] as const
    ).map(([one, other]): Trip => ({
      when: `${one} beside ${other}`,
      change: gates(other, one),
      at: ["platform", "helmValues", "dra-driver-nvidia-gpu", "featureGates", other],
      message: [`${one} and ${other} are both on`],
      fix: ["take one of them out"],
    })),
    passes: [
      { when: "one of them", change: gates("DynamicMIG") },
      { when: "two that go together", change: gates("MPSSupport", "PassthroughSupport") },
      { when: "no word of them", change: {} },
    ],
  },
});
