import { GpuDraDriver, gpuDraDriverValues } from "../../../constructs/platform/gpu-dra-driver";
import { chart, onlyRelease } from "../../helpers/release";

const PROPS = {
  driver: "ami",
  gpus: true,
  computeDomains: true,
  taints: [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
  placement: { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] },
} as const;

test.each([
  ["ami", "/"],
  ["operator", "/run/nvidia/driver"],
] as const)("finds the driver of the %s at %s", (driver, root) => {
  expect(gpuDraDriverValues({ ...PROPS, driver })["nvidiaDriverRoot"]).toBe(root);
});

test("hands GPUs out itself, and says that nobody else does", () => {
  expect(gpuDraDriverValues(PROPS)).toMatchObject({
    resources: { gpus: { enabled: true } },
    gpuResourcesEnabledOverride: true,
  });
});

test("leaves GPUs to the device plugin where no group claims them, and then needs no override", () => {
  const values = gpuDraDriverValues({ ...PROPS, gpus: false });
  expect(values).toMatchObject({ resources: { gpus: { enabled: false }, computeDomains: { enabled: true } } });
  expect(values).not.toHaveProperty("gpuResourcesEnabledOverride");
});

test("goes to the nodes of its pools alone where others have a device plugin", () => {
  const pools: readonly Readonly<Record<string, string>>[] = [
    { "railyard.dev/node-group": "gb200" },
    { rack: "a1", "example.com/use": "training" },
  ];
  expect(gpuDraDriverValues({ ...PROPS, pools })["kubeletPlugin"]).toMatchObject({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "railyard.dev/node-group", operator: "In", values: ["gb200"] }] },
            {
              matchExpressions: [
                { key: "rack", operator: "In", values: ["a1"] },
                { key: "example.com/use", operator: "In", values: ["training"] },
              ],
            },
          ],
        },
      },
    },
  });
});

test.each([true, false])("has compute domains only where NVLink spans nodes: %s", (computeDomains) => {
  expect(gpuDraDriverValues({ ...PROPS, computeDomains })).toMatchObject({
    resources: { computeDomains: { enabled: computeDomains } },
  });
});

test("the controller goes to system nodes, not to control-plane nodes that EKS does not show", () => {
  expect(gpuDraDriverValues(PROPS)["controller"]).toEqual({
    nodeSelector: { "railyard.dev/role": "system" },
    affinity: { nodeAffinity: null },
  });
});

test("the plugin tolerates the taints of GPU nodes", () => {
  expect(gpuDraDriverValues(PROPS)["kubeletPlugin"]).toEqual({
    tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
  });
});

test("is one release, and null reaches Helm, for which it removes a default", () => {
  const { release, values } = onlyRelease((stack) => {
    const driver = new GpuDraDriver(stack, "dra", { ...chart("dra-driver-nvidia-gpu"), ...PROPS, nodes: 1 });
    expect(driver.deviceClassName).toBe("gpu.nvidia.com");
  });
  expect(release.name).toBe("dra-driver-nvidia-gpu");
  expect(values.controller.affinity).toEqual({ nodeAffinity: null });
});
