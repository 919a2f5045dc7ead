import { DRA_GATE_RULES } from "../../../config/gpu/dra-gate-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases, type Trip } from "../../helpers/rule-cases";

const valued = (featureGates: Change): Change => ({
  platform: { helmValues: { "dra-driver-nvidia-gpu": { featureGates } } },
});
const gates = (...on: string[]): Change => valued(Object.fromEntries(on.map((gate) => [gate, true])));
const AT = ["platform", "helmValues", "dra-driver-nvidia-gpu", "featureGates"];

ruleCases(DRA_GATE_RULES, {
  "gpu/dra-gates": {
    severity: "error",
    trips: [
      ...(
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
      {
        when: "two that are written as texts",
        change: valued({ DynamicMIG: "true", MPSSupport: "True" }),
        at: [...AT, "MPSSupport"],
        message: ["DynamicMIG and MPSSupport are both on"],
        fix: ["take one of them out"],
      },
      {
        when: "one that is on by itself, without what it needs",
        change: valued({ IMEXDaemonsWithDNSNames: false }),
        at: [...AT, "IMEXDaemonsWithDNSNames"],
        message: [
          "ComputeDomainCliques is on unless it is switched off",
          "IMEXDaemonsWithDNSNames, which it needs, is off",
        ],
        fix: ["ComputeDomainCliques: false"],
      },
      {
        when: "one that is switched on without what it needs",
        change: gates("DeviceMetadata"),
        at: [...AT, "DeviceMetadata"],
        message: ["DeviceMetadata is on, and PassthroughSupport, which it needs, is off"],
        fix: ["PassthroughSupport: true"],
      },
    ],
    passes: [
      { when: "one of them", change: gates("DynamicMIG") },
      {
        when: "both of a pair switched off",
        change: valued({ ComputeDomainCliques: false, IMEXDaemonsWithDNSNames: false }),
      },
      { when: "one with what it needs", change: gates("DeviceMetadata", "PassthroughSupport") },
      { when: "two that go together", change: gates("MPSSupport", "PassthroughSupport") },
      { when: "no word of them", change: {} },
    ],
  },
});
