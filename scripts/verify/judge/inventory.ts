import type { Versioned } from "../../../config/compatibility/compatible";
import type { NodeInventory } from "../parse/inventory";
import { MACHINE, type Finding, type Verdict } from "../verdict";
import { versionFindings } from "./versions";

/** What config and facts say a node has; null: they do not say. */
export interface ExpectedNode {
  readonly gpus: number;
  readonly fabric: { readonly title: string; readonly devices: number } | null;
  readonly hugepagesMiB: number;
  readonly nvme: number | null;
  /**
   * Whether the limit of locked memory holds for its jobs: it does not for pods that may lock memory (CAP_IPC_LOCK).
   * @see https://github.com/torvalds/linux/blob/v6.12/drivers/infiniband/core/umem.c
   */
  readonly hasLockLimit: boolean;
  /** What its driver must fit: its GPU, and what config installs. */
  readonly around: readonly Versioned[];
}

/** Judges what a node has. */
export function judgeInventory(
  found: NodeInventory,
  { gpus, fabric, hugepagesMiB, nvme, hasLockLimit, around }: ExpectedNode,
): Verdict {
  const findings: Finding[] = [];
  const least = (what: string, value: number | null, wanted: number, fix: string) => {
    if (value !== null && value >= wanted) return;
    findings.push({ text: `${found.host} has ${value ?? "an unknown number of"} ${what}, and not ${wanted}.`, fix });
  };
  if (gpus > 0)
    least(
      "GPUs",
      found.gpus,
      gpus,
      "look at the kernel's log for XID 79, and at the PCIe slots; a node that lost a GPU is replaced",
    );
  if (fabric)
    least(
      `${fabric.title} devices`,
      found.devices,
      fabric.devices,
      "look at the links, at the device plugin, and at what the job was given",
    );
  if (hugepagesMiB > 0)
    least(
      "MiB of huge pages",
      found.hugepagesMiB,
      hugepagesMiB,
      "set vm.nr_hugepages before anything fragments the memory",
    );
  if (nvme !== null && nvme > 0)
    least("NVMe disks", found.nvme, nvme, "look at the kernel's log for nvme, and at the slots");
  if (fabric && hasLockLimit && found.memlock !== null && found.memlock !== "unlimited")
    findings.push({
      text: `A job on ${found.host} may lock ${found.memlock} KiB of memory, and RDMA registers all it sends.`,
      fix: "set the memlock limit of slurmd to unlimited",
    });
  if (found.driver !== null)
    findings.push(
      ...versionFindings(
        [{ component: "nvidia-driver", version: found.driver }],
        around,
        "give the pool an image with a driver that they fit",
      ),
    );
  const figures = [
    { name: "GPUs", value: found.gpus },
    { name: "Devices of the fabric", value: found.devices },
    { name: "NVMe disks", value: found.nvme },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value, unit: "", floor: null }]));
  const seen = Object.entries({
    [`${MACHINE}${found.host}`]: found.machine,
    "NVIDIA driver": found.driver,
    GPU: found.model,
    "Firmware of GPUs": found.vbios,
    "Firmware of cards": found.firmware,
    "EFA driver": found.efaDriver,
    "mlx5 driver": found.mlx5Driver,
    "EFA installer": found.efaInstaller,
    Kernel: found.kernel,
  });
  return {
    status: findings.length > 0 ? "failed" : "passed",
    figures,
    findings,
    seen: Object.fromEntries(seen.flatMap(([what, value]) => (value === null ? [] : [[what, value]]))),
  };
}
