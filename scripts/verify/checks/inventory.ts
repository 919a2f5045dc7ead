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
  plan: ({ gpus, fabric, hardware }, { on }) => ({
    job: () => ({
      tasksPerNode: 1,
      image: null,
      mpi: false,
      env: {},
      script: inventoryScript(fabric.health?.sysfs ?? null),
    }),
    judge: (output) =>
      judgeInventory(parseInventory(output), {
        gpus: gpus?.count ?? 0,
        fabric: fabric.health ? { title: fabric.title, devices: fabric.devices } : null,
        hugepagesMiB: fabric.hugepagesMiB,
        nvme: hardware.nvme?.count ?? null,
        hasLockLimit: on === "slurm",
      }),
  }),
};
