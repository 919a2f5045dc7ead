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
      const isOn = (gate: string) => (gates as Readonly<Record<string, unknown>>)[gate] === true;
      for (const [one, other] of APART) {
        if (!isOn(one) || !isOn(other)) continue;
        yield {
          path: ["platform", "helmValues", "dra-driver-nvidia-gpu", "featureGates", other],
          message: `${one} and ${other} are both on`,
          fix: `take one of them out`,
        };
      }
    },
  },
];
