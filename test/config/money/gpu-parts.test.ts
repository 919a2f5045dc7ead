import fc from "fast-check";
import { MIG_GPUS } from "../../../config/facts/mig";
import { resolveGpus } from "../../../config/gpu/gpus";
import { gpuParts, partShare, partUsd } from "../../../config/money/gpu-parts";
import { namedLayouts } from "../../../config/sharing/mig/layout";
import { resolveSharing } from "../../../config/sharing/resolve";
import type { WrittenSharing } from "../../../config/sharing/schema";

const pool = (sharing: WrittenSharing, model = "H100-80GB", inSlurm = false, memoryMiB = 81559) => {
  const gpus = resolveGpus({ gpu: { model, count: 8, memoryMiB } });
  return { gpus, sharing: resolveSharing(sharing, { gpus, inSlurm, form: "baseboard" }) };
};

const together = (parts: ReturnType<typeof gpuParts>): number =>
  parts.reduce((sum, { perGpu, share }) => sum + perGpu * share, 0);

const vgpu = (type: string): WrittenSharing => ({
  kind: "vgpu",
  type,
  manager: { repository: "r.example.com/n", version: "580" },
  licenseSecret: "l",
});

const KINDS: fc.Arbitrary<readonly [WrittenSharing, string]> = fc.oneof(
  fc
    .constantFrom(...Object.entries(MIG_GPUS))
    .chain(([model, gpu]) =>
      fc
        .constantFrom(...[...namedLayouts(gpu)].map(([name]) => name))
        .map((layout): [WrittenSharing, string] => [{ kind: "mig", layout }, model]),
    ),
  fc
    .record({
      kind: fc.constantFrom("time-slicing" as const, "mps" as const),
      replicas: fc.integer({ min: 2, max: 48 }),
    })
    .map((one): [WrittenSharing, string] => [{ ...one, renamed: true }, "L40S-48GB"]),
  fc
    .constantFrom(4, 5, 8, 10, 16, 20, 40, 80)
    .map((gb): [WrittenSharing, string] => [vgpu(`H100-${gb}C`), "H100-80GB"]),
  fc.constant<[WrittenSharing, string]>([{ kind: "passthrough" }, "H100-80GB"]),
);

describe("parts of GPUs", () => {
  test("of a GPU are never more than the GPU, nor is what they cost", () => {
    fc.assert(
      fc.property(
        KINDS,
        fc.boolean(),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        ([sharing, model], inSlurm, usd) => {
          const parts = gpuParts(pool(sharing, model, inSlurm));
          const cost = parts.reduce((sum, { perGpu, share }) => sum + perGpu * partUsd(usd, share)!, 0);
          expect(parts.length + (sharing.kind === "mps" && inSlurm ? 1 : 0)).toBeGreaterThan(0);
          expect(together(parts)).toBeLessThanOrEqual(1 + 1e-9);
          expect(cost).toBeLessThanOrEqual(usd * (1 + 1e-9));
          for (const { share, perGpu } of parts) expect([share > 0, perGpu >= 1]).toEqual([true, true]);
        },
      ),
    );
  });

  test("that fill a GPU cost all of it", () => {
    for (const [sharing, parts] of [
      [{ kind: "mig", layout: "all-1g.10gb" }, [{ name: "1g.10gb", perGpu: 7 }]],
      [{ kind: "time-slicing", replicas: 4, renamed: true }, [{ name: "nvidia.com/gpu.shared", perGpu: 4 }]],
      [vgpu("H100-20C"), [{ name: "nvidia.com/NVIDIA_H100-20C", perGpu: 4 }]],
      [{ kind: "passthrough" }, [{ name: "nvidia.com/GH100_H100_SXM5_80GB", perGpu: 1 }]],
    ] as const) {
      const found = gpuParts(pool(sharing as WrittenSharing));
      expect(found).toMatchObject(parts);
      expect(together(found)).toBeCloseTo(1);
    }
  });

  test("in Slurm are shards, and whole GPUs have none", () => {
    const sliced = pool({ kind: "time-slicing", replicas: 4, renamed: true }, "L40S-48GB", true);
    expect(gpuParts(sliced)).toEqual([{ name: "gres/shard", perGpu: 4, share: 0.25 }]);
    expect(gpuParts(pool({ kind: "whole" }))).toEqual([]);
  });

  test("are priced by what pods and jobs call them, and by nothing that the pool does not offer", () => {
    const mixed = pool({ kind: "mig", layout: "all-balanced" });
    const { share } = mixed.sharing.offers.find(({ resource }) => resource === "nvidia.com/mig-3g.40gb")!;
    expect(partShare(mixed, { resource: "nvidia_com_mig_3g_40gb" })).toBe(share);
    expect(partShare(mixed, { type: "3g.40gb" })).toBe(share);
    expect(partShare(mixed, { resource: "nvidia_com_gpu" })).toBeNull();
    // one size: instances bear the name of GPUs
    expect(partShare(pool({ kind: "mig", layout: "all-1g.10gb" }), { resource: "nvidia_com_gpu" })).toBeCloseTo(1 / 7);
    expect(partShare(pool({ kind: "whole" }), { resource: "nvidia_com_gpu" })).toBe(1);
    expect(partShare(pool({ kind: "whole" }), {})).toBe(1);
  });

  test("of a GPU without a price have none", () => expect(partUsd(null, 0.5)).toBeNull());
});
