import type { ResolvedPool } from "../pools/pool";

/**
 * What NCCL is told where NVLink spans nodes. It would use it by itself; told so, it fails where a node has no IMEX channel,
 * instead of going over the network at a tenth of the speed.
 * @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-mnnvl-enable
 * @see https://github.com/awslabs/awsome-distributed-ai (micro-benchmarks/nccl-tests/README-gb200.md)
 */
const MULTI_NODE_NVLINK = { NCCL_MNNVL_ENABLE: "1", NCCL_NVLS_ENABLE: "1" } as const;

/** Keeps GPUs of different nodes from NVLink, so that a run shows what the network between them does. */
export const WITHOUT_MULTI_NODE_NVLINK = { NCCL_MNNVL_ENABLE: "0" } as const;

/** What NCCL and the libraries below it are told on nodes of a pool, as environment variables: by its fabric and by NVLink. */
export const ncclEnvOf = ({
  fabric,
  nvlinkDomainNodes,
}: Pick<ResolvedPool, "fabric" | "nvlinkDomainNodes">): Readonly<Record<string, string>> => ({
  ...fabric.ncclEnv,
  ...(nvlinkDomainNodes !== null && MULTI_NODE_NVLINK),
});

/** Variables that name what only a pod has: an interface that its node calls otherwise. */
const OF_PODS = ["NCCL_SOCKET_IFNAME"];

/**
 * What programs on the hosts of a pool are told, outside of pods, by a file that NCCL itself reads: variables of NCCL alone, and
 * of those none that names something of a pod. A variable of the program counts before the file.
 * @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html
 */
export const hostNcclEnvOf = (
  pool: Pick<ResolvedPool, "fabric" | "nvlinkDomainNodes">,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(jobEnvOf(pool)).filter(([name]) => name.startsWith("NCCL_") && !OF_PODS.includes(name)),
  );

/**
 * What tasks of jobs are told by the nodes, where their own variables say nothing: libfabric finds EFA by itself, NVLink over
 * nodes and the rails of InfiniBand and RoCE are not found.
 */
export const jobEnvOf = (pool: Pick<ResolvedPool, "fabric" | "nvlinkDomainNodes">): Readonly<Record<string, string>> =>
  pool.nvlinkDomainNodes !== null || pool.fabric.rdma !== null ? ncclEnvOf(pool) : {};
