/** How often nodes failed in a cluster that somebody has published. */
export interface FailureRate {
  readonly id: string;
  /** Failures in a thousand days of one node. */
  readonly perThousandNodeDays: number;
  /** Of the nodes that were counted, as the facts of instance types name it, without the memory. */
  readonly gpu: string;
  readonly gpusPerNode: number;
  /** What was counted, over what. */
  readonly counted: string;
  readonly source: string;
  /** Day of publication. */
  readonly asOf: string;
}

/** Unexpected interruptions of the Llama 3 405B training: what the paper counts, over all of its GPUs. */
export const LLAMA_3 = { interruptions: 419, days: 54, gpus: 16_384 } as const;

/** GPUs of a node in both clusters. */
export const MEASURED_GPUS_PER_NODE = 8;

/** Published rates, the lowest first. AWS publishes none. */
export const FAILURE_RATES: readonly FailureRate[] = [
  {
    id: "llama-3",
    perThousandNodeDays: (LLAMA_3.interruptions * 1000) / (LLAMA_3.days * (LLAMA_3.gpus / MEASURED_GPUS_PER_NODE)),
    gpu: "H100",
    gpusPerNode: MEASURED_GPUS_PER_NODE,
    counted: "419 unexpected interruptions in 54 days on 16,384 GPUs",
    source: "The Llama 3 Herd of Models, https://arxiv.org/abs/2407.21783",
    asOf: "2024-07-31",
  },
  {
    id: "rsc-1",
    perThousandNodeDays: 6.5,
    gpu: "A100",
    gpusPerNode: MEASURED_GPUS_PER_NODE,
    counted: "failures of nodes in Meta's research cluster RSC-1 over 11 months",
    source:
      "Revisiting Reliability in Large-Scale Machine Learning Research Clusters, https://arxiv.org/abs/2410.21680",
    asOf: "2024-10-29",
  },
];

/**
 * Jobs on fewer GPUs fail more often than their nodes: in RSC-1, jobs on 1,024 GPUs ran 7.9 hours between failures, where
 * its own rate for nodes gives 28.8.
 */
export const SMALL_JOBS = {
  gpus: 1024,
  measuredHours: 7.9,
  hoursByRate: 28.8,
  source: FAILURE_RATES[1]?.source ?? "",
} as const;

/** Failures a day that so many nodes have at a rate. */
export const failuresPerDay = (nodes: number, rate: FailureRate): number => (nodes * rate.perThousandNodeDays) / 1000;
