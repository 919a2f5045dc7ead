import { type Exporter, all, NODE_EXPORTER } from "./metrics";

const SOURCE = "https://github.com/NVIDIA/nccl/tree/v2.30.7-1/plugins/profiler/inspector";

/** The profiler plugin in NCCL's repository that tells of each collective. */
export const NCCL_INSPECTOR = {
  /** What its Makefile calls it. */
  library: "libnccl-profiler-inspector.so",
  /** NCCL whose source has it with metrics for Prometheus. */
  builtFrom: "2.29.3",
  /** NCCL that loads it, by the fifth interface of profilers. */
  loadedBy: "2.28.3",
  /** Least seconds between two files of it. */
  everySeconds: 30,
  source: SOURCE,
} as const;

/** What measures a fabric is measured by nobody: the word by which NCCL loads no profiler. @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-profiler-plugin */
export const WITHOUT_PROFILER = { NCCL_PROFILER_PLUGIN: "none" } as const;

/**
 * Collectives of which it knows a bandwidth. Of others it writes 0.
 * @see https://github.com/NVIDIA/nccl/blob/v2.30.7-1/plugins/profiler/inspector/inspector.cc inspectorComputeOpBw
 */
export const NCCL_COLLECTIVES = [
  "AllGather",
  "AllGatherV",
  "AllReduce",
  "Broadcast",
  "Reduce",
  "ReduceScatter",
] as const;

/** Whether ranks of a communicator are on one node, or on several. */
export const NCCL_REACH = ["node", "nodes"] as const;

/** What a container beside the exporter of the node makes of `nccl_bus_bandwidth_gbs`, which the plugin writes with nine labels more. */
export const NCCL_EXPORTER: Exporter = {
  version: "NCCL 2.30.7, whose plugin calls its form v5.1",
  source: SOURCE,
  labels: [...NODE_EXPORTER.labels, "hpc_job", "collective", "reach"],
  metrics: all([], ["railyard_nccl_bus_bandwidth_bytes_per_second", "railyard_nccl_message_bytes"]),
};
