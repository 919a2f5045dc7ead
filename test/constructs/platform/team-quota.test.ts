import fc from "fast-check";
import { MIG_GPUS } from "../../../config/facts/mig";
import { resolveGpus } from "../../../config/gpu/gpus";
import { namedLayouts } from "../../../config/sharing/mig/layout";
import { resolveSharing } from "../../../config/sharing/resolve";
import type { WrittenSharing } from "../../../config/sharing/schema";
import { countedGpus, teamObjects } from "../../../constructs/platform/team-namespaces";

function pool(model: string, written: WrittenSharing, allocation: "device-plugin" | "dra" = "device-plugin") {
  const gpus = resolveGpus({ gpu: { model, count: 8, memoryMiB: 81920 } });
  return { gpus, allocation, sharing: resolveSharing(written, { gpus, inSlurm: false }) };
}

const layouts = Object.entries(MIG_GPUS).flatMap(([model, gpu]) =>
  [...namedLayouts(gpu).keys()].map((layout) => pool(model, { kind: "mig", layout })),
);
const replicas = [2, 3, 7, 48].flatMap((n) =>
  [true, false].map((renamed) => pool("H100-80GB", { kind: "time-slicing", replicas: n, renamed })),
);
const anyPool = fc.constantFrom(pool("H100-80GB", { kind: "whole" }), ...layouts, ...replicas);

/** Limits of a team with so many GPUs. */
function limits(pools: ReturnType<typeof pool>[], gpus: number): Record<string, string> {
  const objects = teamObjects({ teams: [{ name: "vision", gpus, groups: ["a"] }], counted: countedGpus(pools) });
  const found = objects.find(({ kind }) => kind === "ResourceQuota") as { spec: { hard: Record<string, string> } };
  return found.spec.hard;
}

test("no name lets a team use more than its GPUs, on whatever pool it spends them", () => {
  fc.assert(
    fc.property(fc.array(anyPool, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 512 }), (pools, gpus) => {
      const hard = limits(pools, gpus);
      for (const { sharing } of pools)
        for (const { resource, share } of sharing.offers)
          expect(Number(hard[`requests.${resource}`]) * share).toBeLessThanOrEqual(gpus + 1e-6);
    }),
  );
});

test("where all pools are alike, a team gets all of its GPUs", () => {
  expect(limits([pool("H100-80GB", { kind: "whole" })], 8)).toEqual({ "requests.nvidia.com/gpu": "8" });
  expect(limits([pool("H100-80GB", { kind: "mig", layout: "all-1g.10gb" })], 8)).toEqual({
    "requests.nvidia.com/gpu": "56",
  });
  expect(limits([pool("H100-80GB", { kind: "mps", replicas: 48, renamed: true })], 3)).toEqual({
    "requests.nvidia.com/gpu.shared": "144",
  });
  expect(limits([], 4)).toEqual({ "requests.nvidia.com/gpu": "4" });
});

test("claims and requests are counted by names of their own", () => {
  const mixed = [pool("H100-80GB", { kind: "whole" }, "dra"), pool("H100-80GB", { kind: "whole" })];
  expect(limits(mixed, 4)).toEqual({
    "requests.nvidia.com/gpu": "4",
    "gpu.nvidia.com.deviceclass.resource.k8s.io/devices": "4",
  });
});
