import { z } from "zod";
import { STARTUP_CHECKS, type StartupCheck } from "../facts/startup-checks";
import { key } from "../kernel/key";
import type { UpdatePolicy } from "../kernel/key";
import type { ResolvedPool, Taint } from "./pool";

/** Keeps every pod off a node that has not passed. Frozen: nodes bear it. */
export const STARTUP_TAINT: Taint = { key: "railyard.dev/startup-checks", effect: "NoSchedule" };

/** Whether nodes of a pool are checked before their first pod. */
export const startupChecksSchema = (update: UpdatePolicy, updateNote: string) =>
  key(z.boolean().default(false), {
    description:
      "Whether a node takes no pod before checks of it have passed: GPUs, errors of their memory, NVLinks, devices and links of the fabric, huge pages, NVMe disks, what the kubelet offers, and level 1 of DCGM where its program is on the host. The node bears the taint railyard.dev/startup-checks until then; its condition StartupChecks says what is wrong, and whose fault that is. Whoever wants it to take pods all the same removes the taint.",
    example: true,
    update,
    updateNote,
    source: "https://karpenter.sh/docs/concepts/nodepools/#cilium-startup-taint",
  });

/** Taints with which nodes of a pool begin, and which go once they have passed. */
export const startupTaints = ({ startupChecks }: Pick<ResolvedPool, "startupChecks">): readonly Taint[] =>
  startupChecks ? [STARTUP_TAINT] : [];

type Asked = Pick<ResolvedPool, "gpus" | "fabric" | "hardware" | "podResources" | "deviceClaims">;

/** What nodes of a pool are asked; none that looks at what they do not have. */
export const startupChecksOf = (pool: Asked): readonly StartupCheck[] =>
  STARTUP_CHECKS.filter(({ platform }) => hasPlatform(platform, pool));

function hasPlatform(
  platform: StartupCheck["platform"],
  { gpus, fabric, hardware, podResources, deviceClaims }: Asked,
): boolean {
  switch (platform) {
    case "any":
      return true;
    case "gpu":
      return gpus !== null;
    case "fabric":
      return fabric.health !== null && fabric.devices > 0;
    case "huge-pages":
      return fabric.hugepagesMiB > 0;
    case "nvme":
      return (hardware.nvme?.count ?? 0) > 0;
    case "resources":
      return Object.keys(podResources).length > 0;
    case "claimed-devices":
      return deviceClaims.length > 0;
  }
}
