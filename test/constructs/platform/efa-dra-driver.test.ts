import { EfaDraDriver, efaDraDriverValues } from "../../../constructs/platform/efa-dra-driver";
import { chart, onlyRelease } from "../../helpers/release";

const PROPS = {
  imageRegistry: "registry",
  instanceTypes: ["p6e-gb200.36xlarge"],
  taints: [{ key: "nvidia.com/gpu", effect: "NoSchedule" as const }],
};

test("comes from the Region's registry, to the nodes with EFA, through their taints", () => {
  expect(efaDraDriverValues(PROPS)).toEqual({
    image: { repository: "registry/eks/dranet" },
    supportedInstanceLabels: { values: ["p6e-gb200.36xlarge"] },
    tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
  });
});

test("fails without a type", () => {
  expect(() => efaDraDriverValues({ ...PROPS, instanceTypes: [] })).toThrow("instanceTypes is empty");
});

test("is one release, and names its device class for claims", () => {
  const { release, values } = onlyRelease((stack) => {
    const driver = new EfaDraDriver(stack, "efa", { ...chart("aws-dranet"), ...PROPS });
    expect(driver.deviceClassName).toBe("efa.networking.k8s.aws");
  });
  expect(release).toMatchObject({ name: "aws-dranet", wait: false });
  expect(values).toEqual(efaDraDriverValues(PROPS));
});
