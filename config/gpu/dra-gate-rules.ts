import type { Rule } from "../kernel/rule";

/**
 * Feature gates of NVIDIA's DRA driver that it refuses together: it ends at its start.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/pkg/featuregates/featuregates.go
 */
const APART: readonly (readonly [string, string])[] = [
  ["DynamicMIG", "PassthroughSupport"],
  ["DynamicMIG", "NVMLDeviceHealthCheck"],
  ["DynamicMIG", "MPSSupport"],
  ["PassthroughSupport", "NVMLDeviceHealthCheck"],
  ["MPSSupport", "NVMLDeviceHealthCheck"],
];

/** Gates that ask for another one; whether it is on where nobody says so. */
const NEEDS: readonly (readonly [gate: string, isOn: boolean, needs: string, needsIsOn: boolean])[] = [
  ["ComputeDomainCliques", true, "IMEXDaemonsWithDNSNames", true],
  ["DeviceMetadata", false, "PassthroughSupport", false],
];

/** What the DRA driver cannot do at one time. */
export const DRA_GATE_RULES: readonly Rule[] = [
  {
    id: "gpu/dra-gates",
    title: "Feature gates of NVIDIA's DRA driver go together.",
    severity: "error",
    why: "The driver refuses some pairs when it starts: no pod that claims a GPU would get one.",
    source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/pkg/featuregates/featuregates.go",
    *check({ env }) {
      const gates = env.platform.helmValues["dra-driver-nvidia-gpu"]?.["featureGates"];
      if (typeof gates !== "object" || gates === null) return;
      // the chart writes a text as it writes a boolean
      const isOn = (gate: string, otherwise = false) =>
        String((gates as Readonly<Record<string, unknown>>)[gate] ?? otherwise).toLowerCase() === "true";
      const path = ["platform", "helmValues", "dra-driver-nvidia-gpu", "featureGates"];
      for (const [one, other] of APART) {
        if (!isOn(one) || !isOn(other)) continue;
        yield {
          path: [...path, other],
          message: `${one} and ${other} are both on`,
          fix: `take one of them out`,
        };
      }
      for (const [gate, gateIsOn, needs, needsIsOn] of NEEDS) {
        if (!isOn(gate, gateIsOn) || isOn(needs, needsIsOn)) continue;
        yield {
          path: [...path, needs in gates ? needs : gate],
          message: `${gate} is on${gateIsOn ? " unless it is switched off" : ""}, and ${needs}, which it needs, is off`,
          fix: `${needs}: true, or ${gate}: false`,
        };
      }
    },
  },
];
