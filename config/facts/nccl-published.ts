/** A bus bandwidth of all_reduce_perf that somebody has published, by what the nodes are. */
export interface PublishedAllReduce {
  /** GPUs as instance types and servers name them, and how many a node has. */
  readonly models: readonly string[];
  readonly gpus: number;
  /** What all network cards of a node carry, Gbps. */
  readonly gbps: number;
  readonly nodes: number;
  /** Size of the message, GiB. */
  readonly sizeGiB: number;
  /** GB/s, decimal. */
  readonly busGBps: number;
  readonly source: string;
}

const A100_AWS = {
  models: ["A100-40GB"],
  gpus: 8,
  gbps: 400,
  sizeGiB: 1,
  source: "https://github.com/NVIDIA/nccl/issues/527",
};
const AWSOME = "https://github.com/awslabs/awsome-distributed-training/blob/main/micro-benchmarks/nccl-tests/README.md";
const PCS = "https://github.com/awslabs/awsome-distributed-training (1.architectures aws-pcs tests)";
const [P5, B200, B300] = [
  { models: ["H100-80GB"], gpus: 8, gbps: 3200, source: AWSOME },
  { models: ["B200"], gpus: 8, gbps: 3200, source: PCS },
  { models: ["B300"], gpus: 8, gbps: 6400, source: PCS },
] as const;

/**
 * Beside those of `NCCL_ANCHORS`: other sizes and numbers of nodes, and machines of others. Cards of the same speed on the same
 * board are the same machine here, whoever rents it out.
 */
export const PUBLISHED_ALL_REDUCE: readonly PublishedAllReduce[] = [
  { ...A100_AWS, nodes: 2, busGBps: 57.2 },
  { ...A100_AWS, nodes: 3, busGBps: 31.8 },
  { ...P5, nodes: 2, sizeGiB: 0.125, busGBps: 289 },
  { ...P5, nodes: 2, sizeGiB: 2, busGBps: 444 },
  { ...B200, nodes: 4, sizeGiB: 0.125, busGBps: 295 },
  { ...B200, nodes: 4, sizeGiB: 1, busGBps: 367 },
  { ...B300, nodes: 2, sizeGiB: 64, busGBps: 751 },
  {
    models: ["A100-40GB", "A100-80GB"],
    gpus: 8,
    gbps: 1600,
    nodes: 2,
    sizeGiB: 4,
    busGBps: 188.5,
    source: "https://github.com/NVIDIA/deepops (DGX A100 with eight HDR cards)",
  },
  {
    models: ["A100-40GB", "A100-80GB"],
    gpus: 8,
    gbps: 1600,
    nodes: 2,
    sizeGiB: 8,
    busGBps: 189.6,
    source: "https://github.com/oracle-quickstart/oci-hpc-oke (BM.GPU.B4.8 under Slinky)",
  },
];

/** A bus bandwidth of all_reduce_perf over the NVLink of several nodes that somebody has published. */
export type PublishedNvlinkAllReduce = Omit<PublishedAllReduce, "gbps">;

/**
 * Of parts of a domain, of other sizes and of GB200 none was found: a figure of one rack says nothing of half of it, since switches of
 * NVLink sum.
 */
export const PUBLISHED_NVLINK_ALL_REDUCE: readonly PublishedNvlinkAllReduce[] = [
  {
    models: ["GB300"],
    gpus: 4,
    nodes: 18,
    sizeGiB: 16,
    busGBps: 937,
    source: "https://github.com/Azure/ai-infrastructure-on-azure/tree/a01b073 (a rack of GB300)",
  },
];

/**
 * What an all-reduce over nodes that are joined by trees reaches at the most, GB/s: what a node sends goes over its cards once, and
 * the GPUs of a node have summed before. More than this did not go over the network, unless switches sum, as SHARP does.
 */
export const treeCeiling = (gbps: number, nodes: number, gpus: number): number =>
  ((gbps / 8) * (nodes / (nodes - 1)) * (gpus * nodes - 1)) / (gpus * nodes);

/** The same with a ring, whose messages go over the cards of each node once, whatever their number. */
export const ringCeiling = (gbps: number): number => gbps / 8;
