import type { ResolvedVolume } from "./kind";

/** What cuFile is told, where jobs read volumes into the memory of GPUs. */
export interface Cufile {
  /** cufile.json with an empty list of addresses, which only a node knows. */
  readonly json: string;
  /** Volumes that cuFile reads through the memory of the host, silently, where the list stays empty. */
  readonly needAddresses: readonly string[];
}

/**
 * cufile.json for all volumes with gpuDirect; null where there is none. Falling back is allowed, and said so: documents disagree on
 * the default, and a job also opens files that no GPU can read.
 */
export function cufileOf(volumes: readonly ResolvedVolume[]): Cufile | null {
  const direct = volumes.filter(({ gpuDirect }) => gpuDirect !== undefined);
  if (direct.length === 0) return null;
  const hasWeka = direct.some(({ gpuDirect }) => gpuDirect?.fileSystem === "weka");
  const json = {
    properties: {
      allow_compat_mode: true,
      gds_rdma_write_support: true,
      rdma_dev_addr_list: [],
      rdma_load_balancing_policy: "RoundRobin",
    },
    fs: {
      generic: { posix_unaligned_writes: false },
      ...(hasWeka && { weka: { rdma_write_support: true } }),
    },
  };
  return {
    json: JSON.stringify(json),
    needAddresses: direct.filter(({ gpuDirect }) => gpuDirect?.needsAddresses).map(({ mount }) => mount.mountPath),
  };
}
