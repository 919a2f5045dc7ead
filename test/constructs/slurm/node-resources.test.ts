import { NO_FABRIC } from "../../helpers/fabrics";
import fc from "fast-check";
import { nodeResources } from "../../../constructs/slurm/node-resources";
import { CPU, GB200, H100 } from "../../helpers/slurm";

describe("nodeResources", () => {
  test("keeps 8 of 192 vCPUs back, which leaves 22 for each of 8 GPUs", () => {
    expect(nodeResources(H100)).toMatchObject({ cpus: 184, cpusPerGpu: 22 });
  });

  test("keeps back what the operating system, the kubelet and huge pages take of the memory", () => {
    const { memoryMiB, memoryPerGpuMiB } = nodeResources(H100);
    expect(memoryMiB).toBe(1926400);
    expect(memoryPerGpuMiB).toBe(240640);
    expect(nodeResources({ ...H100, fabric: NO_FABRIC }).memoryMiB).toBe(1926400 + 5120);
  });

  test("has no share of a GPU where there are none", () => {
    expect(nodeResources(CPU)).toMatchObject({
      cpus: 60,
      cpusPerGpu: null,
      memoryPerGpuMiB: null,
      memoryPerCpuMiB: 3904,
    });
  });

  test("gives odd shares where a core has one thread", () => {
    expect(nodeResources({ ...GB200, vcpus: 40 }).cpusPerGpu).toBe(9);
    expect(nodeResources({ ...GB200, vcpus: 40, threadsPerCore: 2 }).cpusPerGpu).toBe(8);
  });

  test("keeps one core back on the smallest types, and fails where there is no other", () => {
    const small = { ...CPU, vcpus: 2, memoryMiB: 8192 };
    expect(nodeResources({ ...small, threadsPerCore: 1 })).toMatchObject({ cpus: 1, memoryMiB: 6400 });
    expect(nodeResources({ ...small, vcpus: 4 })).toMatchObject({ cpus: 2 });
    expect(() => nodeResources(small)).toThrow("2 vCPUs and 8192 MiB leave nothing for Slurm");
  });

  test("leaves whole cores: slurmd's entrypoint rounds up what it sets aside", () => {
    for (const vcpus of [4, 8, 16, 32, 48, 64, 96, 192]) expect(nodeResources({ ...CPU, vcpus }).cpus % 2).toBe(0);
  });

  test("gives a GPU one CPU where there is less than a core", () => {
    expect(nodeResources({ ...H100, vcpus: 10 }).cpusPerGpu).toBe(1);
  });

  test("fails when nothing is left, with the name and the size", () => {
    expect(() => nodeResources({ ...CPU, name: "tiny", vcpus: 1, memoryMiB: 1024 })).toThrow(
      /node group "tiny": 1 vCPUs and 1024 MiB leave nothing/,
    );
  });

  test("fails when CPU jobs would leave less than a core to each GPU", () => {
    expect(() => nodeResources(H100, 170)).toThrow(/170 CPUs for CPU jobs leave 14 of 184 to 8 GPUs/);
    expect(nodeResources(H100, 168).cpusPerGpu).toBe(2);
  });

  test("never shares out more than the pod may take", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(4, 8, 16, 48, 64, 96, 144, 192, 256),
        fc.integer({ min: 16, max: 4096 }),
        fc.constantFrom(1, 2, 4, 8),
        fc.constantFrom(1 as const, 2 as const),
        (vcpus, memoryGiB, count, threadsPerCore) => {
          const group = { ...H100, vcpus, threadsPerCore, memoryMiB: memoryGiB * 1024, gpus: { type: "x", count } };
          const r = nodeResources(group);
          expect(r.cpus).toBeLessThan(vcpus);
          expect(r.cpus % threadsPerCore).toBe(0);
          expect((r.memoryPerGpuMiB ?? 0) * count).toBeLessThanOrEqual(r.memoryMiB);
          if (r.cpus >= count) expect((r.cpusPerGpu ?? 0) * count).toBeLessThanOrEqual(r.cpus);
        },
      ),
    );
  });
});
