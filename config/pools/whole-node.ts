import type { ResolvedFabric } from "../fabrics/fabric";
import type { Allocation } from "../gpu/allocation";
import type { ResolvedGpus } from "../gpu/gpus";
import type { ResolvedSharing } from "../sharing/sharing";

/** Devices that a pod claims by their class (dynamic resource allocation). */
export interface DeviceClaim {
  /** Name of the claim in the pod: `gpus`, the name that the fabric gives, or {@link COMPUTE_DOMAIN_CLAIM}. */
  readonly name: string;
  /** All devices of this class on the node; null: channels of a ComputeDomain, whose template NVIDIA's driver makes. */
  readonly deviceClass: string | null;
}

/** Claim of the channels over which pods of one NVLink domain map each other's memory. */
export const COMPUTE_DOMAIN_CLAIM = "imex";

/** @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md */
const GPU_CLASS = "gpu.nvidia.com";

/** What a node has to hand out. */
interface NodeDevices {
  readonly allocation: Allocation;
  readonly gpus: ResolvedGpus | null;
  readonly sharing: Pick<ResolvedSharing, "offers" | "needsDevicePlugin">;
  readonly fabric: Pick<ResolvedFabric, "podRequests" | "hugepagesMiB" | "claim">;
  /** See `ResolvedPool.nvlinkDomainNodes`. */
  readonly nvlinkDomainNodes: number | null;
}

/**
 * What a pod that takes a whole node asks for, beside CPU and memory. A fabric without a device class is handed out by its
 * device plugin, whoever hands out the GPUs. ComputeDomains are claimed in any case: no device plugin knows of them.
 */
export function wholeNode({ allocation, gpus, sharing, fabric, nvlinkDomainNodes }: NodeDevices): {
  readonly podResources: Readonly<Record<string, string>>;
  readonly deviceClaims: readonly DeviceClaim[];
} {
  const dra = allocation === "dra";
  const claim = dra ? fabric.claim : null;
  return {
    podResources: {
      ...(gpus && !dra && gpuRequests(gpus, sharing)),
      ...(!claim && fabric.podRequests),
      ...(fabric.hugepagesMiB > 0 && { "hugepages-2Mi": `${fabric.hugepagesMiB}Mi` }),
    },
    deviceClaims: [
      ...(gpus && dra ? [{ name: "gpus", deviceClass: GPU_CLASS }] : []),
      ...(claim ? [claim] : []),
      ...(nvlinkDomainNodes !== null ? [{ name: COMPUTE_DOMAIN_CLAIM, deviceClass: null }] : []),
    ],
  };
}

/** All that a node offers; of GPUs that several pods have in turns one replica: the device plugin refuses more. */
const gpuRequests = (
  { count }: ResolvedGpus,
  { offers, needsDevicePlugin }: NodeDevices["sharing"],
): Readonly<Record<string, string>> =>
  Object.fromEntries(offers.map(({ resource, perGpu }) => [resource, String(needsDevicePlugin ? 1 : perGpu * count)]));
