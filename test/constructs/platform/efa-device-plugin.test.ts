import {
  EfaDevicePlugin,
  efaDevicePluginValues,
  efaInstanceTypes,
} from "../../../constructs/platform/efa-device-plugin";
import { chart, onlyRelease } from "../../helpers/release";

const PROPS = {
  imageRegistry: "602401143452.dkr.ecr.eu-west-1.amazonaws.com",
  instanceTypes: ["p5.48xlarge", "p4d.24xlarge", "p5.48xlarge"],
  taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" as const }],
};

test("comes from the registry of the Region: the chart only knows one", () => {
  expect(efaDevicePluginValues(PROPS)["image"]).toEqual({
    repository: "602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/aws-efa-k8s-device-plugin",
  });
});

test("runs on the types of the groups with EFA, each named once", () => {
  expect(efaDevicePluginValues(PROPS)["supportedInstanceLabels"]).toEqual({
    values: ["p4d.24xlarge", "p5.48xlarge"],
  });
});

test("tolerates the taints of GPU nodes, which the chart does not", () => {
  expect(efaDevicePluginValues(PROPS)["tolerations"]).toEqual([
    { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
  ]);
});

test("fails without a type", () => {
  expect(() => efaInstanceTypes([])).toThrow("instanceTypes is empty");
});

test("is one release", () => {
  const { release, values } = onlyRelease((stack) => {
    new EfaDevicePlugin(stack, "efa", { ...chart("aws-efa-k8s-device-plugin"), ...PROPS });
  });
  expect(release).toMatchObject({
    name: "aws-efa-k8s-device-plugin",
    namespace: "platform",
    version: "1.2.3",
    wait: false,
  });
  expect(values).toEqual(efaDevicePluginValues(PROPS));
});
