import { GPU_DEVICES, gpuDeviceIdOf, passedGpuResource } from "../../../config/facts/gpu-pci";
import { MIG_GPUS } from "../../../config/facts/mig";

test("no id stands twice, and none is of another GPU than the table of MIG says", () => {
  const ids = GPU_DEVICES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [model, { pciDeviceIds }] of Object.entries(MIG_GPUS))
    for (const { id, model: other } of GPU_DEVICES)
      if (pciDeviceIds.includes(id)) expect([id, other]).toEqual([id, model]);
});

test("the id of a model is known where there is one, or where its form tells which", () => {
  expect(gpuDeviceIdOf("L40S-48GB", null)).toBe("26b9");
  expect(gpuDeviceIdOf("H100-80GB", "baseboard")).toBe("2330");
  expect(gpuDeviceIdOf("H100-80GB", null)).toBeNull();
  // two ids of cards for slots
  expect(gpuDeviceIdOf("A100-40GB", "slot")).toBeNull();
  expect(gpuDeviceIdOf("MI300X-192GB", null)).toBeNull();
});

// names of the device plugin's documents and of its code for ids without a name
test.each([
  ["2236", "nvidia.com/GA102GL_A10"],
  ["2330", "nvidia.com/GH100_H100_SXM5_80GB"],
  ["1eb8", "nvidia.com/TU104GL_TESLA_T4"],
  ["3182", "nvidia.com/3182"],
  ["ffff", "nvidia.com/ffff"],
])("%s is offered as %s", (id, resource) => expect(passedGpuResource(id)).toBe(resource));
