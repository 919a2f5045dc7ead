import type { Versioned } from "../../../config/compatibility/compatible";
import { COMPUTE_CAPABILITY } from "../../../config/facts/compute-capability";
import { CHARTS } from "../../../config/facts/versions";
import { gresType } from "../../../config/gpu/gpus";
import type { ResolvedPool } from "../../../config/pools/pool";
import { inventoryScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeInventory } from "../judge/inventory";
import { parseInventory } from "../parse/inventory";

/** Counts what a node has: GPUs, devices of the fabric, huge pages, NVMe, the limit of locked memory. */
export const INVENTORY: Check = {
  id: "inventory",
  title: "Inventory",
  suites: ["join", "accept", "weekly"],
  group: "node",
  minutes: 5,
  plan: (pool, { on }) => ({
    job: () => ({
      tasksPerNode: 1,
      image: null,
      mpi: false,
      env: {},
      script: inventoryScript(pool.fabric.health?.sysfs ?? null),
    }),
    judge: (output) =>
      judgeInventory(parseInventory(output), {
        gpus: pool.gpus?.count ?? 0,
        fabric: pool.fabric.health ? { title: pool.fabric.title, devices: pool.fabric.devices } : null,
        hugepagesMiB: pool.fabric.hugepagesMiB,
        nvme: pool.hardware.nvme?.count ?? null,
        hasLockLimit: on === "slurm",
        around: besideDriver(pool),
      }),
  }),
};

/** The GPU, and, where NVLink spans nodes whose GPUs are claimed, the driver of claims, which makes its domains. */
function besideDriver({ hardware, allocation, nvlinkDomainNodes }: ResolvedPool): Versioned[] {
  const capability = hardware.gpu ? COMPUTE_CAPABILITY[gresType(hardware.gpu.model)] : undefined;
  return [
    ...(capability === undefined ? [] : [{ component: "compute-capability", version: capability } as const]),
    ...(allocation === "dra" && nvlinkDomainNodes !== null
      ? [{ component: "dra-driver-nvidia-gpu", version: CHARTS["dra-driver-nvidia-gpu"].version } as const]
      : []),
  ];
}
