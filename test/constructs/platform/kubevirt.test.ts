import type { MachineDevices } from "../../../config/sharing/sharing";
import { kubevirtValues } from "../../../constructs/platform/kubevirt";

const GPU = { resource: "nvidia.com/GH100_H100_SXM5_80GB", selector: "10de:2330", by: "device-plugin" } as const;
const NIC = { resource: "railyard.dev/vf-15b3-101e", selector: "15b3:101e", by: "kubevirt" } as const;
const VGPU = { resource: "nvidia.com/NVIDIA_L40S-12Q", selector: "NVIDIA L40S-12Q", by: "device-plugin" } as const;
const TAINT = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" } as const;

const hosts = (workload: string, devices: MachineDevices) => ({ workload, devices, taints: [TAINT] });
const values = (...all: ReturnType<typeof hosts>[]) =>
  kubevirtValues({ hosts: all, placement: { nodeSelector: { role: "system" }, tolerations: [] } }) as {
    kubevirt: {
      configuration: { developerConfiguration: object; permittedHostDevices: Record<string, unknown> };
      workloads: { nodePlacement: unknown };
    };
    operator?: unknown;
  };

test("machines may have GPUs that the device plugin counts, and cards that KubeVirt counts, each once", () => {
  const both = hosts("vm-passthrough", { gpu: GPU, gpuShare: 1, nic: NIC });
  const { configuration } = values(both, both).kubevirt;
  expect(configuration.permittedHostDevices).toEqual({
    pciHostDevices: [
      { pciVendorSelector: "10DE:2330", resourceName: GPU.resource, externalResourceProvider: true },
      { pciVendorSelector: "15B3:101E", resourceName: NIC.resource },
    ],
  });
  expect(configuration.developerConfiguration).toEqual({ featureGates: ["HostDevices"] });
});

test("vGPUs are mediated devices, which NVIDIA's manager makes", () => {
  const { configuration } = values(hosts("vm-vgpu", { gpu: VGPU, gpuShare: 0.25, nic: null })).kubevirt;
  expect(configuration.permittedHostDevices).toEqual({
    mediatedDevices: [
      { mdevNameSelector: "NVIDIA L40S-12Q", resourceName: VGPU.resource, externalResourceProvider: true },
    ],
  });
  expect(configuration.developerConfiguration).toEqual({ featureGates: ["DisableMDEVConfiguration", "HostDevices"] });
});

test("machines run where GPUs are theirs, whatever taints keep pods away", () => {
  const text = JSON.stringify(values(hosts("vm-passthrough", { gpu: GPU, gpuShare: 1, nic: null })).kubevirt.workloads);
  expect(text).toContain('"values":["vm-passthrough"]');
  expect(text).toContain('"tolerations":[{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"}]');
});

test("the operator is sent to system nodes where it tolerates their taints", () => {
  const on = (key: string) =>
    kubevirtValues({
      hosts: [],
      placement: { nodeSelector: { role: "system" }, tolerations: [{ key, operator: "Exists" }] },
    });
  expect(on("CriticalAddonsOnly")).toHaveProperty("operator");
  expect(on("example.com/own")).not.toHaveProperty("operator");
});
