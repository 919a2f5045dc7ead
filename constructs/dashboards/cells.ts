import type { CellLink } from "./dashboard";

/** One series a GPU: a GPU that is cut into instances has several of some metrics. */
export const EACH_GPU = "hostname, gpu, UUID";

/** Cells with the name of a node lead to the node. */
export const toNode = (label: "hostname" | "node"): CellLink => ({
  label,
  dashboard: "node",
  variables: { node: label },
});

/** Cells with the number of a GPU lead to the GPU. */
export const TO_GPU: CellLink = { label: "gpu", dashboard: "gpu", variables: { node: "hostname", gpu: "gpu" } };

/** The same where the reader has chosen the node. */
export const TO_GPU_OF_NODE: CellLink = { label: "gpu", dashboard: "gpu", variables: { node: "$node", gpu: "gpu" } };

/** Cells with the number of a Slurm job lead to the job. */
export const TO_JOB: CellLink = { label: "hpc_job", dashboard: "job", variables: { job: "hpc_job" } };
