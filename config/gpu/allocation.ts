import { z } from "zod";
import { key } from "../kernel/key";
import type { Hardware } from "../pools/pool";

/**
 * Who hands GPUs and devices of the fabric to pods.
 *
 * - `device-plugin`: pods ask for counts of extended resources.
 * - `dra`: pods claim devices of a class (dynamic resource allocation).
 */
export const allocationSchema = z.enum(["device-plugin", "dra"]);

export type Allocation = z.output<typeof allocationSchema>;

/** The key of a pool, on any site. */
export const ALLOCATION_OF_POOL = key(allocationSchema.optional(), {
  description:
    "How pods ask for its GPUs and devices of its fabric: device plugins or dynamic resource allocation, never both on a node.",
  defaultNote: "gpu.allocation; without that dra where NVLink spans nodes (GB200), device-plugin elsewhere",
  update: "drains",
  updateNote: "Pods that ask in the other way find no device: drain its partitions first, and deploy when no job runs.",
});

/**
 * Label by whose value `false` a node has no device plugin of the GPU Operator, which sets it to `true` where it is missing.
 * @see https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/controllers/state_manager.go
 */
export const PLUGIN_LABEL = "nvidia.com/gpu.deploy.device-plugin";

/** Word of a pool, else that of the environment, else what its machines need: NVLink over several nodes is allocated by DRA. */
export const resolveAllocation = (
  ofPool: Allocation | undefined,
  ofEnvironment: Allocation | undefined,
  { nvlink }: Pick<Hardware, "nvlink">,
): Allocation => ofPool ?? ofEnvironment ?? (nvlink?.imexRequired === true ? "dra" : "device-plugin");

/** Pools whose devices are handed out in one way. */
export const allocatedBy = <Pool extends { readonly allocation: Allocation }>(
  { nodeGroups }: { readonly nodeGroups: readonly Pool[] },
  allocation: Allocation,
): Pool[] => nodeGroups.filter((pool) => pool.allocation === allocation);

/**
 * How GPUs of an environment are handed out: both ways where its GPU pools differ. Never both on one node: each would give
 * the same GPU to a pod of its own.
 */
export const gpuAllocations = ({
  nodeGroups,
}: {
  readonly nodeGroups: readonly { readonly allocation: Allocation; readonly gpus: unknown }[];
}): Allocation[] =>
  allocationSchema.options.filter((each) => nodeGroups.some((pool) => pool.gpus !== null && pool.allocation === each));
