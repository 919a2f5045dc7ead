import { NIC_MODELS } from "../facts/nics";
import type { ExistingMachine } from "../pools/existing/machine";
import type { ResolvedPool } from "../pools/pool";

type Nic = ExistingMachine["nics"][number];

/** What a pool has for RDMA of its hosts: they mount with it, and pods need none of it. */
export interface HostRdma {
  readonly has: boolean;
  /** Why not, as the end of a sentence about its nodes; empty where it has. */
  readonly lacks: string;
}

const isStorage = ({ use, links, deviceId }: Nic): boolean =>
  use === "storage" && ((links?.includes("infiniband") ?? false) || (deviceId !== null && deviceId in NIC_MODELS));

/**
 * Whether hosts of a pool have a card with RDMA while pods run: storage cards that are known to speak it, or compute cards that
 * stay with the host. EFA is none: it has no connections of the kind that NFS and NVMe open.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html
 */
export function hostRdma(pool: ResolvedPool): HostRdma {
  const { rdma, title } = pool.fabric;
  const nics = "machine" in pool ? (pool.machine as ExistingMachine).nics : [];
  if (nics.some(isStorage)) return { has: true, lacks: "" };
  if (!rdma)
    return {
      has: false,
      lacks: pool.fabric.devices > 0 ? `have ${title}, which carries none of it` : "have no RDMA card",
    };
  return rdma.access === "host-device"
    ? { has: false, lacks: "give their compute cards to pods whole (access: host-device) and have no storage card" }
    : { has: true, lacks: "" };
}
